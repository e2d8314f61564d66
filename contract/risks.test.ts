import { expect, it } from 'vitest'
import { RISKS, type Risk } from './endpoint.ts'
import { isAdministrative } from './permissions.ts'
import { endpoints } from './table.ts'

const administrative = endpoints.filter(
  ({ access, permission }) => access === 'admin' || (permission != null && isAdministrative(permission)),
)

/** Names of all endpoints that need a fresh second factor where the unit asks for one; `*`: for some calls, as their handlers decide. */
const RISKY: Record<Exclude<Risk, 'ordinary'>, readonly string[]> = {
  'changes-rights': [
    'area.grant',
    'area.revoke',
    'operator.saveArea',
    'operators.close',
    'operators.open',
    'people.linkAccounts',
    'people.unlinkAccounts',
    'roles.assign',
    'roles.remove',
    'roles.restore',
    'roles.save',
    'roles.saveType',
    'roles.withdraw',
  ],
  'gives-credentials': [
    'admin.rotateClientSecret',
    'admin.saveClient',
    'admin.saveMail',
    'admin.saveProvider',
    'admin.saveWays',
    'face.enrolPerson*',
    'operator.create',
    'operators.add',
    'operators.reset',
    'password.issueCode*',
    'people.firstPasswords*',
    'people.guardianCodes',
    'people.mailFirstLinks*',
    'people.save*',
    'settings.savePaths',
    'station.register',
    'voice.saveService',
  ],
  'removes-protection': [
    'admin.savePasswordRule',
    'admin.saveProtection*',
    'admin.turnOffSecondStep*',
    'face.saveSettings*',
    'settings.saveNetworks',
  ],
  'takes-data-out': [
    'face.audit',
    'imports.errorSheet',
    'imports.export',
    'imports.markedSheet',
    'operator.export',
    'operator.exportDownload*',
    'operator.exportOpen',
    'people.export',
    'people.exportList',
    'people.exportPreview',
    'people.showIdCard',
  ],
  'hard-to-undo': [
    'admin.deleteClient',
    'admin.deleteMail',
    'admin.deleteProvider',
    'imports.apply',
    'imports.lookNow',
    'imports.saveSchedule',
    'imports.undo',
    'operator.delete',
    'people.erase',
    'people.merge',
    'people.undoGuardianCode',
    'year.turn',
    'year.undo',
  ],
}

it('each endpoint of administrators says what it could be misused for', () => {
  expect(administrative.filter(({ risk }) => risk === undefined).map(({ name }) => name)).toEqual([])
})

it('no other endpoint has a risk that only administrators are asked about', () => {
  const others = endpoints.filter((endpoint) => !administrative.includes(endpoint))
  expect(others.filter(({ risk = 'ordinary' }) => risk !== 'ordinary').map(({ name }) => name)).toEqual([])
})

it.each(RISKS.filter((risk) => risk !== 'ordinary'))('%s: these endpoints and no others', (risk) => {
  const found = administrative.filter((endpoint) => endpoint.risk === risk)
  expect(found.map(({ name, riskInPart }) => (riskInPart ? `${name}*` : name)).toSorted()).toEqual(RISKY[risk])
})

it('what leaves the decision to its handler has a risk to decide about', () => {
  const deciding = endpoints.filter(({ riskInPart }) => riskInPart)
  expect(deciding.filter(({ risk }) => risk === undefined || risk === 'ordinary')).toEqual([])
})
