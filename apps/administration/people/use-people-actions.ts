import type { RequestOf } from '../../../contract/endpoint.ts'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLocale } from '../portal-context.ts'
import { changeAll } from './change-people.ts'
import { keysOf } from './selection.ts'

type Back = RequestOf<typeof peopleEndpoints.bringBack>['people']
type Named = peopleEndpoints.PersonKey & { realName: string; englishName: string }

/** The changes of people that can be undone. */
export function usePeopleActions() {
  const { t, personName } = useLocale()
  const call = useCall()

  /** The only person by name, several by their number. */
  const say = (done: 'deactivate' | 'bringBack', people: readonly Named[]) => {
    const [first] = people
    return first && people.length === 1
      ? t(`${done}.doneOne`, { name: personName(first) })
      : t(`${done}.done`, { count: people.length })
  }
  const open = (people: Back): Promise<Back> =>
    changeAll(
      people,
      (batch) => call(peopleEndpoints.bringBack, { people: batch }).then(() => batch),
      (opened) => close(opened),
    )
  const close = (people: readonly peopleEndpoints.PersonKey[]): Promise<Back> =>
    changeAll(keysOf(people), async (batch) => (await call(peopleEndpoints.deactivate, { people: batch })).undo, open)

  return {
    deactivate: useChange(close, {
      done: (_, people: readonly Named[]) => say('deactivate', people),
      failed: t('deactivate.failed'),
      undo: (closed) => () => open(closed),
    }),
    /** Pupils come into the class. */
    bringBack: useChange(
      ({ people, classId }: { people: readonly Named[]; classId: string | null }) =>
        open(keysOf(people).map((key) => ({ ...key, classId: key.kind === 'pupil' ? classId : null }))),
      {
        done: (_, { people }) => say('bringBack', people),
        undo:
          (_, { people }) =>
          () =>
            close(people),
      },
    ),
  }
}
