import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FileIcon } from './FileIcon.tsx'

it.each([
  ['照片.TIF', 'picture'],
  ['a.heic', 'picture'],
  ['a.rmvb', 'video'],
  ['a.3gp', 'video'],
  ['录音.m4a', 'sound'],
  ['a.wma', 'sound'],
  ['名单.xlsx', 'sheet'],
  ['pdf', 'other'],
  ['a.unknown', 'other'],
])('draws %s as %s', (name, kind) => {
  expect(renderToStaticMarkup(<FileIcon kind="file" name={name} />)).toContain(`data-kind="${kind}"`)
})
