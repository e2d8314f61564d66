/** How a field that is no single input of the form is shown beside another person's. */
export interface ShownField {
  readonly label: string
  readonly text?: (value: never) => string
}

/** What a form shows of a field. */
export interface FieldTexts {
  /** '' where no input has the field. */
  readonly label: string
  /** A value as the form shows it; null for one that is shown as it is. */
  readonly text: (value: unknown) => string | null
}

/** Focuses the first of the fields in the order of the page, also in closed details, which the library does not open. False if none is shown. */
export function focusFirst(form: unknown, names: readonly string[]): boolean {
  if (!(form instanceof HTMLFormElement)) return false
  const first = [...form.elements].find((element) => names.includes(element.getAttribute('name') ?? ''))
  if (!(first instanceof HTMLElement)) return false
  first.closest('details')?.setAttribute('open', '')
  first.focus()
  // Once the error below it is drawn.
  requestAnimationFrame(() => (first.closest('.k-field') ?? first).scrollIntoView({ block: 'nearest' }))
  // What was typed into these is replaced, not corrected.
  if (first instanceof HTMLInputElement && (first.type === 'password' || first.autocomplete === 'one-time-code'))
    first.select()
  return true
}

/** Label and texts of a field, as its input shows them. */
export function describeField(form: unknown, name: string, shown: ShownField | undefined): FieldTexts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of this field
  if (shown) return { label: shown.label, text: (value) => shown.text?.(value as never) ?? null }
  const inputs =
    form instanceof HTMLFormElement ? [...form.elements].filter((one) => one.getAttribute('name') === name) : []
  const [input] = inputs
  const label = labelOf(inputs.length > 1 ? input?.closest('fieldset')?.querySelector('legend') : firstLabel(input))
  const options =
    input instanceof HTMLSelectElement
      ? [...input.options].map((option) => [option.value, option.text] as const)
      : inputs.length > 1
        ? inputs.map((one) => [one.getAttribute('value') ?? '', labelOf(firstLabel(one))] as const)
        : []
  const texts = new Map(options)
  return { label, text: (value) => texts.get(String(value)) ?? null }
}

const labelOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? ''

function firstLabel(input: Element | undefined): Element | undefined {
  const isLabelled =
    input instanceof HTMLInputElement || input instanceof HTMLSelectElement || input instanceof HTMLTextAreaElement
  return isLabelled ? input.labels?.[0] : undefined
}
