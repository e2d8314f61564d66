import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'

/** A teacher of the demo school, for tests of what a sign-in brings. */
export const teacher: SessionUser = {
  userId: 'u1',
  realName: '李老师',
  userType: 2,
  loginName: 'teacher',
  avatar: null,
  sex: 2,
  superman: false,

  userImgPath: null,
  parentId: null,
  unitId: 'riverside',
  unitType: '2',
  unitName: '河畔实验学校',
  unitEnName: 'Riverside School',
  unitImgPath: '/api/storage/show/unit/riverside',
  campusUnits: '[]',
  permissions: ['desktop_theme', 'desktop_drag'],
  year: '2026',
  term: '1',
  principal: null,
  prePath: 'tm',
  idPath: 'tm',
  langType: 'zh-CN',
  theme: null,
  themeColor: null,
}
