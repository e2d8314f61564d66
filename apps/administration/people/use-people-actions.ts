import type { RequestOf } from '../../../contract/endpoint.ts'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import type { PersonKey } from '../../../contract/endpoints/people/people.ts'
import { personName, useTexts } from '../portal-context.ts'
import { useChange, useSend } from '../use-change.ts'
import { changeAll } from './change-people.ts'
import { keysOf } from './selection.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'

type Back = RequestOf<typeof peopleEndpoints.bringBack>['people']
type Named = PersonKey & { realName: string; englishName: string }

/** The changes of people that can be undone. */
export function usePeopleActions() {
  const t = useTexts()
  const language = useLanguage()
  const send = useSend()
  const { change, tell } = useChange()

  /** The only person by name, several by their number. */
  const counted = (people: readonly Named[]) => {
    const [first] = people
    return { count: people.length, name: first ? personName(first, language) : '' }
  }
  const open = (people: Back) =>
    changeAll(people, async (batch) => [await send(peopleEndpoints.bringBack, { people: batch })])
  const close = (people: readonly PersonKey[]) =>
    changeAll(keysOf(people), async (batch) => (await send(peopleEndpoints.deactivate, { people: batch })).undo, open)

  return {
    deactivate: (people: readonly Named[]) =>
      change({
        work: async () => {
          const undo = await close(people)
          return () => open(undo)
        },
        done: people.length === 1 ? t('deactivate.doneOne', counted(people)) : t('deactivate.done', counted(people)),
        failed: t('deactivate.failed'),
      }),
    /** Pupils come into the class. Rejects as calls do. */
    async bringBack(people: readonly Named[], classId: string | null) {
      const back = keysOf(people).map((key) => ({ ...key, classId: key.kind === 'pupil' ? classId : null }))
      await open(back)
      tell(people.length === 1 ? t('bringBack.doneOne', counted(people)) : t('bringBack.done', counted(people)), () =>
        close(people),
      )
    },
  }
}
