import * as z from 'zod/mini'
import { until } from '../../support/until.ts'
import type { DevToolsEvent } from './devtools-pipe.ts'
import { PROBE_BINDING, probeReport, probeState, readProbe, type ProbeReport } from './page-probe.ts'

const navigated = z.object({ errorText: z.optional(z.string()) })
const evaluated = z.object({
  result: z.object({ value: z.optional(z.unknown()) }),
  exceptionDetails: z.optional(
    z.object({ text: z.string(), exception: z.optional(z.object({ description: z.optional(z.string()) })) }),
  ),
})
const bindingCalled = z.object({ name: z.string(), payload: z.string() })
const point = z.nullable(z.object({ x: z.number(), y: z.number() }))
const found = z.object({ objectId: z.optional(z.string()) })

export type ProbeState = z.infer<typeof probeState>

export interface Page {
  navigate(url: string): Promise<void>
  /** The value of an expression, awaited when it is a promise; undefined when the page is busy navigating. */
  evaluate(expression: string): Promise<unknown>
  probe(): Promise<ProbeState | null>
  /** What the probe has reported since the last navigation that the lab started. */
  readonly reports: readonly ProbeReport[]
  /** Replaces what stands in a field, as one input event. */
  fill(selector: string, text: string): Promise<void>
  /** Presses and releases the mouse at an element's centre. */
  click(selector: string): Promise<void>
  /** Holds the mouse down at an element's centre and moves it by an offset and back, one step a frame; then lets go. */
  drag(selector: string, by: { x: number; y: number }, steps: number): Promise<void>
  /** With a button, that is what makes the field and opens the browser's dialog, which is not shown. */
  chooseFiles(selector: string, files: readonly string[], button?: string): Promise<void>
  take(event: DevToolsEvent): void
}

/** A page that is attached and prepared, from the function that sends commands to it. */
export function createPage(send: (method: string, params?: object) => Promise<unknown>): Page {
  let reports: ProbeReport[] = []

  async function evaluate(expression: string): Promise<unknown> {
    const answer = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }).catch(
      () => undefined,
    )
    if (answer === undefined) return undefined
    const { result, exceptionDetails } = z.parse(evaluated, answer)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async function centreOf(selector: string): Promise<{ x: number; y: number }> {
    const expression = `(() => {
      const element = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.getBoundingClientRect().width > 1)
      if (!element) return null
      element.scrollIntoView({ block: 'nearest' })
      const box = element.getBoundingClientRect()
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    })()`
    return until(async () => z.parse(z.optional(point), await evaluate(expression)), { what: selector })
  }

  async function click(selector: string): Promise<void> {
    const centre = await centreOf(selector)
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...centre, button: 'none', buttons: 0 })
    await send('Input.dispatchMouseEvent', {
      type: 'mousePressed',
      ...centre,
      button: 'left',
      buttons: 1,
      clickCount: 1,
    })
    await send('Input.dispatchMouseEvent', {
      type: 'mouseReleased',
      ...centre,
      button: 'left',
      buttons: 0,
      clickCount: 1,
    })
  }

  return {
    get reports() {
      return reports
    },
    async navigate(url) {
      reports = []
      const { errorText } = z.parse(navigated, await send('Page.navigate', { url }))
      if (errorText) throw new Error(`${url}: ${errorText}`)
    },
    evaluate,
    async probe() {
      const state = await evaluate(readProbe)
      return state === undefined || state === null ? null : z.parse(probeState, state)
    },
    async fill(selector, text) {
      await centreOf(selector)
      await evaluate(`(() => {
        const field = document.querySelector(${JSON.stringify(selector)})
        field.focus()
        field.select()
      })()`)
      await send('Input.insertText', { text })
    },
    click,
    async drag(selector, by, steps) {
      const from = await centreOf(selector)
      const mouse = (type: string, x: number, y: number): Promise<unknown> =>
        send('Input.dispatchMouseEvent', {
          type,
          x,
          y,
          button: type === 'mouseMoved' ? 'none' : 'left',
          buttons: 1,
          clickCount: 1,
        })
      await mouse('mousePressed', from.x, from.y)
      for (let step = 1; step <= steps; step += 1) {
        const share = Math.sin((step / steps) * Math.PI)
        await mouse('mouseMoved', from.x + by.x * share, from.y + by.y * share)
        await evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))')
      }
      await mouse('mouseReleased', from.x, from.y)
    },
    async chooseFiles(selector, files, button) {
      if (button !== undefined) {
        // The dialogs that give handles cannot be answered from outside. The other one can, but says now and then that it was cancelled before it is answered.
        await evaluate(`delete window.showOpenFilePicker; HTMLInputElement.prototype.click = () => {}`)
        await click(button)
      }
      const { objectId } = await until(
        async () => {
          const expression = `document.querySelector(${JSON.stringify(selector)})`
          const answer = z.parse(z.object({ result: found }), await send('Runtime.evaluate', { expression }))
          return answer.result.objectId ? answer.result : undefined
        },
        { what: selector },
      )
      await send('DOM.setFileInputFiles', { objectId, files })
    },
    take(event) {
      if (event.method !== 'Runtime.bindingCalled') return
      const { name, payload } = z.parse(bindingCalled, event.params)
      if (name === PROBE_BINDING) reports.push(z.parse(probeReport, JSON.parse(payload)))
    },
  }
}
