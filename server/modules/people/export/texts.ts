/** In both languages, because the person may read either. */
export interface Text {
  readonly zh: string
  readonly en: string
}
