import type { Icon } from '../endpoints/desktop.ts'

/** An application with a code, which is its name too, and with nothing else but what is said: for samples. */
export function blankIcon(code: string, over: Partial<Icon> = {}): Icon {
  return {
    code,
    zname: code,
    name: code,
    englishName: code,
    shortName: code,
    englishShortName: code,
    iconImg: '',
    imgPath: '',
    imgGrayPath: '',
    imgCartoonPath: '',
    menuRoute: '',
    serverId: 'base',
    deployPath: 'pages',
    frontUserType: '',
    limitUserType: '',
    resourceType: 2,
    updateStatus: 1,
    unReadCodeCount: 0,
    ...over,
  }
}
