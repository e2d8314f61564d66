/** What Chromium has, and TypeScript's library has not: goes on before other tasks of the page, but after what a person does. */
interface YieldingScheduler {
  yield?(): Promise<void>
}

/** Resolves once the page has had its turn: presses are answered and frames drawn. */
export async function giveWay(): Promise<void> {
  const scheduler: YieldingScheduler = 'scheduler' in globalThis ? Object(globalThis.scheduler) : {}
  await (scheduler.yield?.() ?? new Promise<void>((resolve) => setTimeout(resolve)))
}
