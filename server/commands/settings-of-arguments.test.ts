import { describe, expect, it } from 'vitest'
import { checkSettings, mergeSettings, settingOf } from './settings-of-arguments.ts'

const WHOLE = {
  footer: null,
  link: null,
  decorationSet: { footerMsg: { show: true, baList: [{ baContent: 'a' }, { baContent: 'b' }] } },
  themeColor: '#457CD6',
  loginJumpPage: null,
  autoLogin: true,
  languageList: null,
  languageFollowsBrowser: false,
  loginTickitConifg: { apipath: '/api/uaa/ticket/login', name: 'ticket' },
  desktopName: null,
  desktopEnName: null,
  networks: [],
  adminNetworks: [],
  adminSecondFactor: false,
}
const after = (...args: string[]) => args.reduce<unknown>((base, one) => mergeSettings(base, settingOf(one)), WHOLE)
const problemsOf = (settings: unknown) => {
  const checked = checkSettings(settings)
  return 'problems' in checked ? checked.problems : []
}

describe('key=value', () => {
  it('is a text, or what it is as JSON; an empty value is the default', () => {
    expect(settingOf('desktopName=智慧 校园=1')).toEqual({ desktopName: '智慧 校园=1' })
    expect(settingOf('autoLogin=false')).toEqual({ autoLogin: false })
    expect(settingOf('languageList=["en"]')).toEqual({ languageList: ['en'] })
    expect(settingOf('link=')).toEqual({ link: null })
    expect(settingOf('a.b.c=1')).toEqual({ a: { b: { c: 1 } } })
    expect(settingOf('--what')).toBeUndefined()
  })

  it('changes what it names, and nothing beside it', () => {
    expect(
      after('decorationSet.footerMsg.copyright=©', 'loginTickitConifg.name=st', 'loginTickitConifg.apipath='),
    ).toEqual({
      ...WHOLE,
      decorationSet: { footerMsg: { ...WHOLE.decorationSet.footerMsg, copyright: '©' } },
      loginTickitConifg: { apipath: null, name: 'st' },
    })
    expect(
      after('decorationSet.footerMsg.baList.1.baContent=c', 'decorationSet.footerMsg.baList.2={"baContent":"d"}'),
    ).toMatchObject({
      decorationSet: { footerMsg: { baList: [{ baContent: 'a' }, { baContent: 'c' }, { baContent: 'd' }] } },
    })
    expect(after('decorationSet.footerMsg.baList.0=', 'decorationSet.footerMsg.show=')).toMatchObject({
      decorationSet: { footerMsg: { baList: [{ baContent: 'b' }] } },
    })
  })
})

describe('a wrong setting', () => {
  it('is none that is right', () => {
    expect(problemsOf(WHOLE)).toEqual([])
    expect(problemsOf(after('loginJumpPage=/redirect/files', 'languageList=["en"]', 'decorationSet='))).toEqual([])
  })

  it.each([
    ['languageList=en', /^languageList: data type error, language list must be an array\. It is "en"\.$/],
    ['languageList=["en","en"]', /^languageList: Name one or both of zh-CN and en, each once/],
    ['languageList=["fr"]', /^languageList\.0: Name one or both/],
    ['autoLogin=maybe', /^autoLogin: It must be true or false\. It is "maybe"\.$/],
    ['loginJumpPage=https://evil.example', /^loginJumpPage: Enter the path of a page/],
    ['loginJumpPage=/login', /^loginJumpPage: /],
    ['loginJumpPage=//evil.example/x', /^loginJumpPage: /],
    ['loginTickitConifg.apipath=//evil.example', /^loginTickitConifg\.apipath: Enter a path of the portal/],
    ['loginTickitConifg.name=client_id', /^loginTickitConifg\.name: /],
    [
      'decorationSet.footerMsg.baList.0.baImg=https://evil.example/x.png',
      /^decorationSet\.footerMsg\.baList\.0\.baImg: /,
    ],
    [
      'decorationSet.theme=ocean',
      /^decorationSet\.theme: It must be one of campus, ink, lotus, cartoon\. It is "ocean"\.$/,
    ],
    ['decorationSet.color=1', /^decorationSet\.color: there is no such setting\.$/],
    ['networks=["0.0.0.0/0"]', /^networks\.0: Enter an IP address/],
    ['networks=10.0.0.1', /^networks: /],
    ['adminNetworks=["school"]', /^adminNetworks\.0: Enter an IP address/],
    ['adminSecondFactor=1', /^adminSecondFactor: It must be true or false/],
    ['unitName=x', /^unitName: there is no such setting; there are logo, footer, /],
    ['desktopName=', /^$/],
  ])('%s is told by its key', (argument, sentence) => {
    const [first = ''] = problemsOf(after(argument))
    expect(first).toMatch(sentence)
  })
})
