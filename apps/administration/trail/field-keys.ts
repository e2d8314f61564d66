import type { TextKey } from '../portal-context.ts'

/** Names of fields that have a text elsewhere under another name, with its key. Those of `unit-config` are as its command has them. */
const FIELD_KEYS: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['name', 'structure.name'],
  ['englishName', 'structure.englishName'],
  ['place', 'attendance.stations.place'],
  ['from', 'trail.from'],
  ['gradeIds', 'filter.grade'],
  ['userIds', 'section.people'],
  ['userId', 'trail.targets.person'],
  ['studentId', 'trail.targets.pupil'],
  ['campusIds', 'filter.campus'],
  ['roleIds', 'person.roles'],
  ['groups', 'applications.group'],
  ['group', 'applications.group'],
  ['icon', 'applications.icon.title'],
  ['everybody', 'applications.everyone'],
  ['postLogoutRedirectUris', 'signIn.clients.afterLogout'],
  ['clients', 'signIn.clients.title'],
  ['username', 'column.loginName'],
  ['firstPassword', 'action.firstPassword'],
  ['licences', 'units.licences.title'],
  ['expired', 'units.licences.expired'],
  ['people', 'units.column.people'],
  ['office', 'units.type.1'],
  ['guardian', 'type.3'],
  ['classIds', 'structure.part.class'],
  ['active', 'people.active'],
  ['secondFactor', 'person.secondStep'],
  ['removed', 'units.export.state.removed'],
  ['isNew', 'family.ways.new'],
  ['state', 'filter.state'],
  ['neverSignedIn', 'filter.never'],
  ['guardians', 'types.3'],
  ['headTeacherId', 'person.head'],
  ['isEmergencyContact', 'person.emergency'],
  ['expiresAt', 'guardianCode.until'],
  ['guardianCode', 'guardianCode.title'],
  ['relation', 'family.relation'],
  ['terms', 'years.terms'],
  ['undone', 'imports.status.undone'],
  ['accept', 'trail.fields.approve'],
  ['codes', 'roles.part.permissions'],
  ['color', 'branding.color.title'],
  ['help', 'branding.part.help'],
  ['footerMsg', 'branding.field.footer'],
  ['decorationSet', 'branding.footer.title'],
  ['helpCenter', 'branding.field.helpShown'],
  ['helpCenterUrl', 'branding.field.helpUrl'],
  ['clientDownloads', 'settings.desktop.client'],
  ['loginJumpPage', 'settings.desktop.start'],
  ['languageList', 'trail.fields.languages'],
  ['loginPicture', 'branding.part.scene'],
  ['loginText', 'branding.field.motto'],
  ['baList', 'trail.fields.filings'],
  ['baContent', 'trail.fields.text'],
  ['baUrl', 'branding.field.link'],
  ['baImg', 'branding.field.picture'],
  ['showImg', 'trail.fields.pictureShown'],
  ['showBaMsg', 'trail.fields.filings'],
  ['show', 'trail.fields.shown'],
  ['rule', 'trail.fields.passwordRule'],
  ['adminSecondFactor', 'signIn.protection.secondFactor'],
  ['adminNetworks', 'signIn.protection.networks'],
  ['loginTickitConifg', 'trail.fields.ticket'],
  ['apipath', 'signIn.paths.ticketPath'],
  ['title', 'messages.title'],
  ['audience', 'messages.types'],
  ['scope', 'roles.scope.label'],
  ['members', 'roles.part.members'],
  ['memberIds', 'roles.part.members'],
])

/** Groups of texts that name fields; the first that has a field names it. */
const FIELD_TEXTS = [
  'trail.fields.*',
  'form.*',
  'column.*',
  'branding.field.*',
  'faces.settings.*.label',
  'storage.quotas.*',
  'attendance.rules.*',
  'attendance.stations.*',
  'attendance.general.*',
  'units.health.*',
  'person.*',
  'imports.schedule.*',
  'messages.*',
  'settings.voice.*',
  'settings.desktop.*',
  'signIn.providers.*',
  'signIn.clients.*',
  'signIn.paths.*',
]

/** The keys at which a field's text can be. */
export function fieldKeys(name: string): readonly string[] {
  const key = FIELD_KEYS.get(name)
  // An identifier is named by what it identifies.
  return key
    ? [key]
    : [...FIELD_TEXTS.map((group) => group.replace('*', name)), `trail.targets.${name.replace(/Id$/, '')}`]
}

/** What an import counts that has a text elsewhere under another name. */
const COUNT_KEYS: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['people', 'section.people'],
  ['classes', 'structure.part.class'],
  ['grades', 'structure.part.grade'],
  ['departments', 'structure.part.department'],
  ['campuses', 'structure.part.campus'],
  ['subjects', 'structure.part.subject'],
])

/** The keys at which the text of what an import counts can be. */
export function countKeys(name: string): readonly string[] {
  const key = COUNT_KEYS.get(name)
  return key ? [key] : [`trail.counts.${name}`, `imports.action.${name}`]
}
