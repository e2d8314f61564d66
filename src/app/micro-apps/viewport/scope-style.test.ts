import { expect, it } from 'vitest'
import { scopeStyle } from './scope-style.ts'

const scoped = (rule: string) => `@scope ([data-app="roster"]) {\n${rule}\n}`

it.each([
  ['a rule', '.a { color: red }', scoped('.a { color: red }')],
  ['rules of the whole page', 'body,.k-button{display:none}', scoped('body,.k-button{display:none}')],
  [
    'conditional rules, with what is in them',
    '@media print{.a{top:0}.b{top:1px}}',
    scoped('@media print{.a{top:0}.b{top:1px}}'),
  ],
  ['braces in texts', `.a::after{content:"}{"}`, scoped(`.a::after{content:"}{"}`)],
  ['braces in comments', '/* } */.a{/* { */top:0}', scoped('.a{/* { */top:0}')],
  ['escaped braces', String.raw`.a\}b{top:0}`, scoped(String.raw`.a\}b{top:0}`)],
  ['an unfinished rule', '.a{top:0', scoped('.a{top:0')],
])('keeps %s within the application', (_, css, expected) => {
  expect(scopeStyle(css, 'roster')).toBe(expected)
})

it.each([
  '@charset "utf-8";',
  '@keyframes turn{from{top:0}to{top:1px}}',
  '@font-face{font-family:x;src:url("/assets/{x}.woff2")}',
  '@page{size:A4}',
  '@layer a,b;',
])('leaves %s as it is, which is of the whole document', (css) => {
  expect(scopeStyle(css, 'roster')).toBe(css)
})

it('keeps the order', () => {
  expect(scopeStyle('.a{top:0}@keyframes k{to{top:0}}.b{top:0}', 'roster')).toBe(
    [scoped('.a{top:0}'), '@keyframes k{to{top:0}}', scoped('.b{top:0}')].join('\n'),
  )
})
