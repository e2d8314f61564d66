import { expect, it } from 'vitest'
import { readPhrases } from './pasted-phrases.ts'

const APPLICATIONS = [
  { code: 'files', name: '文件', englishName: 'Files' },
  { code: 'attendance', name: '考勤', englishName: 'Attendance' },
]

it('reads a copied table and typed lines: applications by name or code, and addresses', () => {
  const text =
    '交作业\t文件\r\n请假，考勤\nHistory hall = https://history.example/a,b#top\n\nMy files -> files\n改密码;/pages/base/desktop/setting'
  expect(readPhrases(text, APPLICATIONS, [])).toEqual({
    fresh: [
      { phrase: '交作业', language: 'zh-CN', app: 'files' },
      { phrase: '请假', language: 'zh-CN', app: 'attendance' },
      { phrase: 'History hall', language: 'en', url: 'https://history.example/a,b#top' },
      { phrase: 'My files', language: 'en', app: 'files' },
      { phrase: '改密码', language: 'zh-CN', url: '/pages/base/desktop/setting' },
    ],
    present: 0,
    wrong: [],
  })
})

it('leaves out what is there already or comes twice, and names the lines that it cannot read', () => {
  const known = [{ phrase: '交作业', language: 'zh-CN' as const }]
  const read = readPhrases(
    '交作业\tfiles\n请假\t考勤\n请假\t考勤\n只有一个词\n校史\t没有的应用\n坏\tjavascript:1',
    APPLICATIONS,
    known,
  )
  expect(read.fresh.map(({ phrase }) => phrase)).toEqual(['请假'])
  expect(read.present).toBe(2)
  expect(read.wrong.map(({ line }) => line)).toEqual([4, 5, 6])
})
