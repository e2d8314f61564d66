import { describe, expect, it } from 'vitest'
import { folderPath, readFolderPath } from './folder-path.ts'

describe('readFolderPath', () => {
  it.each([null, 'f1', '0198c0de-0000-7000-8000-000000000001'])('reads what folderPath wrote for %j', (folderId) => {
    expect(readFolderPath(folderPath(folderId))).toBe(folderId)
  })

  it.each(['/content', '/folder/', '/folder/a/b', '/folder/..', '/folder/%2e', '/list', ''])(
    'leaves %j to whoever it belongs to',
    (path) => {
      expect(readFolderPath(path)).toBeUndefined()
    },
  )
})
