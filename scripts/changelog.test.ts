import { describe, expect, it } from 'vitest'
import { parseChangelog, releasesOf } from './changelog.ts'

const INTRODUCTION = ['# Changelog', '', 'Any text, also a list:', '- like this', '']
const RELEASE = ['## [0.2.0] - 2026-12-01', '', '### Added', '', '- Search', '  搜索', '- Export', '  导出', '']
const OLDER = ['## [0.1.0] - 2026-11-20', '', '### Fixed', '- Sorting', '  排序']

const parse = (...lines: string[]) => parseChangelog([...INTRODUCTION, ...lines].join('\n'))

describe('parseChangelog', () => {
  it('returns each version with its date and its changes in both languages, in the order of the file', () => {
    expect(parse(...RELEASE, ...OLDER)).toEqual([
      {
        version: '0.2.0',
        date: '2026-12-01',
        metto: [
          { cn: '搜索', en: 'Search' },
          { cn: '导出', en: 'Export' },
        ],
      },
      { version: '0.1.0', date: '2026-11-20', metto: [{ cn: '排序', en: 'Sorting' }] },
    ])
  })

  it('leaves out what is not released, and reads files with Windows line ends', () => {
    const unreleased = ['## [Unreleased]', '### Changed', '- Colours', '  颜色']
    expect(parse('## [Unreleased]', ...OLDER)).toEqual(parse(...OLDER))
    expect(parse(...unreleased, ...OLDER)).toEqual(parse(...OLDER))
    expect(parseChangelog(OLDER.join('\r\n'))).toEqual(parse(...OLDER))
  })

  it.each([
    ['a version without a date', ['## [0.2.0]', ...OLDER], 'line 6'],
    ['a version that is not three numbers', ['## 0.2 - 2026-12-01', ...OLDER], 'line 6'],
    ['a date for what is not released', ['## [Unreleased] - 2026-12-01', ...OLDER], 'line 6'],
    ['the same version twice', [...OLDER, ...OLDER], 'line 11'],
    ['a change without its Chinese text', [...OLDER, '- Only English', ''], 'line 12'],
    ['a change without its Chinese text at the end of the file', [...OLDER, '- Only English'], 'line 12'],
    ['a Chinese text that is not indented', [...OLDER, '- Search', '搜索'], 'line 12'],
    ['a change without a category', ['## [0.2.0] - 2026-12-01', '- Search', '  搜索'], 'line 7'],
    ['an unknown category', ['## [0.2.0] - 2026-12-01', '### Improved', '- Search', '  搜索'], 'line 7'],
    ['other text among the changes', [...RELEASE, 'Thank you all'], 'line 15'],
    ['a version without changes', ['## [0.2.0] - 2026-12-01', '', ...OLDER], '0.2.0 has no changes'],
  ])('refuses %s', (_, lines, message) => {
    expect(() => parse(...lines)).toThrow(message)
  })
})

describe('releasesOf', () => {
  it('has the changes of one application, and no release without one', () => {
    const releases = parse(
      '## [0.2.0] - 2026-12-01',
      '### Added',
      '- Files: a bin',
      '  文件：回收站',
      '- Filestores are read',
      '  读取文件库',
      '- Files on a phone: wider buttons',
      '  手机上的文件：按钮更宽',
      ...OLDER,
    )
    expect(releasesOf(releases, 'Files').map(({ version, metto }) => [version, metto.map(({ cn }) => cn)])).toEqual([
      ['0.2.0', ['文件：回收站', '手机上的文件：按钮更宽']],
    ])
    expect(releasesOf(releases, 'Class lists')).toEqual([])
  })
})
