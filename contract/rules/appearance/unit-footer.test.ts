import { describe, expect, it } from 'vitest'
import { footerHtml, footerOf } from './unit-footer.ts'

const UNIT = { unitId: 'u1', footer: null, link: null, decorationSet: null }
const decorated = (footerMsg: object, rest: object = {}) => ({
  ...UNIT,
  ...rest,
  decorationSet: JSON.stringify({ footerMsg: { show: true, ...footerMsg } }),
})

describe('the footer', () => {
  it('is there without a decoration, and otherwise only where the decoration says so', () => {
    expect(footerOf(UNIT, 2026)).toMatchObject({ copyright: '© 2012–2026', own: null, filings: [], offersHelp: true })
    expect(footerOf(decorated({ show: false }), 2026)).toBeNull()
    expect(footerOf({ ...UNIT, decorationSet: '{"themeColor":"#457CD6"}' }, 2026)).toBeNull()
    expect(footerHtml(decorated({ show: false }), 2026, 'Help')).toBe('')
  })

  it('follows no address that a browser should not', () => {
    const baList = [
      { baContent: 'a', baUrl: 'javascript:alert(1)', baImg: '//evil.example/x.png', showImg: true },
      { baContent: 'b', baUrl: 'https://beian.miit.gov.cn', baImg: '/icons/filing.svg', showImg: true },
      { baContent: 'c', baImg: '/icons/filing.svg' },
    ]
    const unit = decorated({ showBaMsg: true, baList }, { footer: 'x', link: 'data:text/html,x' })
    expect(footerOf(unit, 2026)).toMatchObject({
      own: { text: 'x', link: null },
      filings: [
        { text: 'a', link: null, picture: null },
        { text: 'b', link: 'https://beian.miit.gov.cn', picture: '/icons/filing.svg' },
        { text: 'c', link: null, picture: null },
      ],
    })
  })
})

it('is the same as HTML, in which no text is markup', () => {
  const html = footerHtml(
    decorated(
      {
        copyright: '<b>',
        helpCenter: true,
        helpCenterUrl: 'https://help.example/?a="',
        showBaMsg: true,
        baList: [{ baContent: '&' }],
      },
      { footer: "'", link: 'https://a.example/?x=1&y=2' },
    ),
    2026,
    'Help',
  )
  expect(html).toBe(
    '<span>&#60;b&#62;</span>' +
      '<a href="https://a.example/?x=1&#38;y=2" target="_blank" rel="noopener noreferrer">&#39;</a>' +
      '<span><span>&#38;</span></span>' +
      '<a href="https://help.example/?a=%22&#38;unitId=u1" target="_blank" rel="noopener noreferrer" data-t="help">Help</a>',
  )
})

it('offers the portal’s own help on the login page where the help centre has no address', () => {
  expect(footerHtml(decorated({ helpCenter: true }), 2026, 'Help')).toContain(
    '<a href="/help/index.zh-CN.html" target="_blank" rel="noopener noreferrer" data-t="help">Help</a>',
  )
  expect(footerHtml(decorated({ helpCenter: false }), 2026, 'Help')).not.toContain('Help')
})
