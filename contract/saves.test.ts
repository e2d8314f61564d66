import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isAdministrative } from './permissions.ts'
import { endpoints } from './table.ts'

/**
 * Why an endpoint that changes something with an administrator's right, or that is named as if it saved something, needs no version of a record: nothing that
 * another person wrote can be lost by it in silence.
 */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'it only adds, and what is there stays': [
    'people.addGuardian',
    'people.restoreGuardian',
    'people.linkAccounts',
    'applications.uploadPicture',
    'area.grant',
    'area.sendMessage',
    'branding.savePicture',
    'station.register',
    'operator.create',
    'roles.restore',
    'roles.assign',
    'face.recordConsent',
    'face.enrolPerson',
    'people.guardianCodes',
    'voice.addPhrases',
  ],
  'it deletes, ends or withdraws one thing': [
    'people.removeGuardian',
    'people.unlinkAccounts',
    'people.undoGuardianCode',
    'applications.remove',
    'area.revoke',
    'area.recallMessage',
    'attendance.deleteRule',
    'attendance.deleteDays',
    'attendance.removeCard',
    'station.revoke',
    'people.erase',
    'face.removePerson',
    'face.withdrawPersonConsent',
    'people.revokeGuardianCode',
    'publications.cancel',
    'publications.recall',
    'admin.deleteMail',
    'admin.deleteProvider',
    'admin.deleteClient',
    'admin.discardMail',
    'admin.endSessions',
    'admin.turnOffSecondStep',
    'structure.remove',
    'roles.remove',
    'roles.withdraw',
    'operator.delete',
    'operator.removeLicence',
    'imports.cancel',
    'voice.removePhrases',
    'voice.removeService',
  ],
  'it turns one thing on or off, or sets one value, which is the same however often it is done': [
    'applications.switch',
    'admin.savePasswordRule',
    'storage.saveClassQuota',
    'operator.saveArea',
    'applications.bringBack',
    'attendance.setCard',
    'attendance.saveDays',
    'messages.saveConfig',
    'operator.suspend',
    'operators.close',
    'operators.open',
    'operator.archive',
    'operator.bringBack',
    'operator.keep',
    'people.deactivate',
    'people.bringBack',
    'family.setCurrentChild',
    'year.rename',
    'theme.set',
  ],
  'it changes nothing, and is sent so that it is recorded': ['people.showIdCard', 'people.exportList'],
  'it says what to add and what to take away': ['roles.saveType'],
  'it sorts what is there, and is refused when that is not what it names': ['applications.sort', 'structure.sort'],
  'it has an own account of the state that it began with': [
    'people.merge',
    'year.turn',
    'year.undo',
    'imports.choose',
    'imports.apply',
    'imports.undo',
    'imports.compare',
  ],
  'it does something, and saves over nothing': [
    'admin.contact',
    'password.issueCode',
    'people.firstPasswords',
    'operators.add',
    'operators.reset',
    'people.mailFirstLinks',
    'publications.remind',
    'imports.lookNow',
    'imports.preview',
    'admin.sendMailAgain',
    'admin.testMail',
    'admin.rotateClientSecret',
    'theme.undoSync',
    'operator.export',
    'operator.exportOpen',
    'operator.retryJob',
    'people.retryJob',
  ],
  'it changes what belongs to the one account that makes the call': [
    'account.saveContact',
    'account.saveEmail',
    'account.saveLanguage',
    'desktop.saveOrder',
    'face.setPin',
    'password.change',
    'roster.saveColumns',
    'desktop.saveTodayCard',
    'handins.save',
    'shares.save',
  ],
}
/** Named as what saves a record that may be there already. */
const NAMED = /\.(save|set|change|edit|update)[A-Z]?/

const saving = endpoints.filter(
  ({ method, access, permission, name }) =>
    method === 'POST' &&
    (access === 'admin' || (permission != null && isAdministrative(permission)) || NAMED.test(name)),
)

it('knows of each endpoint that could save over another person’s change why it cannot', () => {
  const explained = Object.values(REASONS).flat()
  expect(new Set(explained).size).toBe(explained.length)
  const unversioned = saving.filter(({ saves }) => !saves).map(({ name }) => name)
  expect({
    unexplained: unversioned.filter((name) => !explained.includes(name)),
    gone: explained.filter((name) => !unversioned.includes(name)),
  }).toEqual({ unexplained: [], gone: [] })
})

it('each endpoint that saves over a record asks for its version', () => {
  const saves = endpoints.filter((endpoint) => endpoint.saves)
  const issues = (schema: z.core.$ZodType | undefined) =>
    new Map(schema && z.core.safeParse(schema, {}).error?.issues.map(({ path, message }) => [path.join('.'), message]))
  const asked = saves.map((endpoint) => ({
    name: endpoint.name,
    method: endpoint.method,
    withoutVersion: issues(endpoint.request).get('version'),
    isInRecord: issues(endpoint.saves).has('version'),
  }))
  expect(asked).not.toEqual([])
  expect(asked).toEqual(
    saves.map(({ name }) => ({ name, method: 'POST', withoutVersion: 'record.reload', isInRecord: true })),
  )
})
