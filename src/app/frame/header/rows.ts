import { createContext } from 'react'

/** Set where tools stand as rows with words, in the sheet of a phone or behind the header's last place; `leave` closes that. */
export const RowsContext = createContext<{ readonly leave: () => void } | null>(null)
