/** What the inert blocks of a document are called. Apart from what writes them, so that the start module reads the names alone. */

/** Element id of the boot block. */
export const BOOT_BLOCK_ID = 'dados-da-pagina';

/** Element id of the block that tells the browser the session that a document was drawn with. */
export const SESSION_BLOCK_ID = 'sessao-da-pagina';

/** Attribute of a result block; its value is the index of the operation in the route's list. */
export const RESULT_ATTRIBUTE = 'data-resultado';

/** Marks a block of icons that the results of this document name. */
export const ICONS_ATTRIBUTE = 'data-icones';

/** Marks the block of an operation that failed on the server. */
export const FAILURE_ATTRIBUTE = 'data-falha';
