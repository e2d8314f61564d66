import type { AnyEndpoint } from '../../endpoint.ts'
import * as unit from './publications.ts'

// What a teacher sends to the own classes: the same calls as the unit's, for pupils and parents of the classes that the caller teaches. Each that has an audience throws
// 'publication.not_own_class' beside what the unit's throws. Known are own publications while the caller may write to all of the audience, those of others that went to a
// class which the caller heads today, and of those to classes that were taken away the ones that have not been sent: their author may change or cancel them.

/** The endpoint of the unit in the form for own classes. */
const ofClasses = /* @__NO_SIDE_EFFECTS__ */ <R extends AnyEndpoint>(endpoint: R): R => ({
  ...endpoint,
  name: endpoint.name.replace('publications.', 'classmessages.'),
  path: endpoint.path.replace('/publication/', '/class_publication/'),
  permission: 'message_classes',
  scoped: true,
})

/** The classes that the caller teaches, with their grades. */
export const options = ofClasses(unit.options)
export const findPeople = ofClasses(unit.findPeople)
export const findPerson = ofClasses(unit.findPerson)
export const countAudience = ofClasses(unit.countAudience)
export const list = ofClasses(unit.list)
export const show = ofClasses(unit.show)
export const receipts = ofClasses(unit.receipts)
export const save = ofClasses(unit.save)
export const cancel = ofClasses(unit.cancel)
export const recall = ofClasses(unit.recall)
export const remind = ofClasses(unit.remind)
