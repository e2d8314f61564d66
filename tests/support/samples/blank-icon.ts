import type { Icon } from '../../../contract/endpoints/desktop/desktop.ts'

/** A sample application whose name is its code; other fields are empty unless given. */
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
