import { describe, expect, it } from 'vitest';
import { withoutEmptyBlocks } from '../../../shared/html/empty-blocks.ts';

describe('withoutEmptyBlocks', () => {
  it.each([
    ['a paragraph without a word', '<p></p><p>a</p>', '<p>a</p>'],
    ['white space and line breaks alone', '<p>\u00A0 <br /></p>a', 'a'],
    ['tags around nothing', '<p><strong> </strong></p>a', 'a'],
    ['a list item that holds an empty paragraph', '<ul><li><p></p></li><li>a</li></ul>', '<ul><li>a</li></ul>'],
    ['a heading', '<h2></h2><h3> </h3>a', 'a'],
    ['a link', '<p>a<a href="/x"></a></p>', '<p>a</p>'],
  ])('removes %s', (_case, html, expected) => {
    expect(withoutEmptyBlocks(html)).toBe(expected);
  });

  it.each([
    ['a picture in a paragraph', '<p><img src="/a" alt="" /></p>'],
    ['a picture deeper inside', '<li><figure><a href="/x"><img src="/a" alt="" /></a></figure></li>'],
    ['a heading or link with an id, to which a link may lead', '<h2 id="t-a"></h2><a id="t-b"></a>'],
    ['other empty elements', '<div></div><table><tbody><tr><td></td></tr></tbody></table>'],
    ['a word beside an empty element', '<p>a<strong></strong></p>'],
    ['text outside of elements', 'a &lt;p&gt;&lt;/p&gt; b'],
  ])('keeps %s', (_case, html) => {
    expect(withoutEmptyBlocks(html)).toBe(html);
  });
});
