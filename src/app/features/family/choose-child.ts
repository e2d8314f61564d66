import type { Child } from '../../../../contract/endpoints/family/family.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { CallError } from '../../core/api/call-error.ts'
import { chooseHomeChild, homeChild, type HomeChild } from '../../core/family/home-child.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { enterChild, familyQuery } from './family-store.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>

let running: Promise<void> = Promise.resolve()
/** An own child that was chosen while the server could not be told. */
let due: string | null = null

/**
 * Narrows the desktop to a child, or to none. An own child becomes the current one of the whole portal, as soon as the server can be told. Never rejects.
 */
export function chooseChild(me: Me, child: HomeChild | null): Promise<void> {
  chooseHomeChild(me.userId, child)
  due = child?.account === null ? child.id : null
  return tellServer(me)
}

/** Makes the chosen own child the current one, one change after the other. Never rejects. */
export function tellServer(me: Me): Promise<void> {
  running = running.then(async () => {
    const id = due
    if (id === null) return
    try {
      const family = await queryClient.fetchQuery(familyQuery(me))
      const child = family.chirdenList.find((one: Child) => one.id === id)
      if (child && family.currentChirden?.id !== id) await enterChild(family, child)
      if (due === id) due = null
    } catch (error) {
      // Without an answer it is told when the network is back.
      if (error instanceof CallError && error.code === 'client.network') return
      if (due === id) {
        due = null
        chooseHomeChild(me.userId, null)
      }
      reportFailure(error)
    }
  })
  return running
}

/** Follows a current child that was chosen elsewhere: in the header's table, in a card, on another device. */
export function followCurrentChild({ userId }: Me, currentId: string | undefined): void {
  const chosen = homeChild.current
  if (currentId === undefined || due !== null || chosen === null || chosen.account !== null) return
  if (chosen.id !== currentId) chooseHomeChild(userId, { account: null, id: currentId })
}
