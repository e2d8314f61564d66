import type { Translate } from './use-texts.ts'

/** Where a name stands in a label; no name has this character. */
const NAME = '\u001f'

/** The texts of a row, with a mark in the place of its name: looking them up for each of a thousand rows takes longer than drawing their text. */
export interface RowLabels {
  readonly folder: string
  readonly download: string
  readonly rename: string
  readonly remove: string
}

/** The labels in the language of now. */
export function rowLabels(t: Translate): RowLabels {
  const values = { name: NAME }
  return {
    folder: t('table.folder'),
    download: t('action.download', values),
    rename: t('action.rename', values),
    remove: t('action.remove', values),
  }
}

/** A label with a row's own name. */
export function labelOf(label: string, name: string): string {
  return label.replace(NAME, () => name)
}
