/** One thing to choose; `detail` stands beside its name. */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly detail?: string
  /** The language of its name, where that is not the page's. */
  readonly lang?: string
}
