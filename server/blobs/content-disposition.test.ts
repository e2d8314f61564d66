import { expect, it } from 'vitest'
import { attachmentHeader } from './content-disposition.ts'

it.each([
  ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ['期末.docx', `attachment; filename="__.docx"; filename*=UTF-8''%E6%9C%9F%E6%9C%AB.docx`],
  ['🎒.png', `attachment; filename="__.png"; filename*=UTF-8''%F0%9F%8E%92.png`],
  [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['a"b%c;d.pdf', `attachment; filename="a_b_c;d.pdf"; filename*=UTF-8''a%22b%25c%3Bd.pdf`],
])('names %j for saving', (name, header) => {
  expect(attachmentHeader(name)).toBe(header)
})
