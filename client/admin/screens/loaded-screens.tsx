/** Screens whose code is loaded when the first of them is opened: lists, forms, accounts. */
import type { ComponentType } from 'react';
import { Loading } from 'react-admin';
import { lazyComponent } from '../loading/lazy-component.tsx';

const forms = (): Promise<typeof import('../forms/content-form.tsx')> => import('../forms/content-form.tsx');
const accounts = (): Promise<typeof import('../accounts/account-screens.tsx')> => import('../accounts/account-screens.tsx');

/** Shown in place of a screen that is still loading. */
function screen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazyComponent({ load, meanwhile: <Loading /> });
}

export const CaseScreen = screen(async () => (await import('../cases/case-screen.tsx')).CaseScreen);
export const InboxScreen = screen(async () => (await import('../cases/inbox-screen.tsx')).InboxScreen);
export const RegistrationScreen = screen(async () => (await import('../cases/registration/registration-screen.tsx')).RegistrationScreen);
export const ContentList = screen(async () => (await import('../lists/content-list.tsx')).ContentList);
export const ContentCreate = screen(async () => (await forms()).ContentCreate);
export const ContentEdit = screen(async () => (await forms()).ContentEdit);
export const AccountCreate = screen(async () => (await accounts()).AccountCreate);
export const AccountEdit = screen(async () => (await accounts()).AccountEdit);
export const StatisticsImport = screen(async () => (await import('../cases/statistics-import.tsx')).StatisticsImport);
export const OperationsScreen = screen(async () => (await import('../operations/operations-screen.tsx')).OperationsScreen);
export const RetentionScreen = screen(async () => (await import('../cases/retention.tsx')).RetentionScreen);
