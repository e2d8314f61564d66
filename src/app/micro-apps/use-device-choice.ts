import { useState } from 'react'
import type * as z from 'zod/mini'
import { json, personalKey } from '../core/storage/local-keys.ts'
import { usePortal } from './app-context.ts'

/** A choice of the user that this device remembers for the application, such as columns; `usual` until there is one. A shared computer remembers none. */
export function useDeviceChoice<T>(name: string, schema: z.core.$ZodType<T>, usual: T): [T, (chosen: T) => void] {
  const key = personalKey<T>(`${usePortal().app.code}_${name}`, schema, json)
  const [chosen, setChosen] = useState(() => key.get() ?? usual)
  return [
    chosen,
    (next) => {
      setChosen(next)
      key.set(next)
    },
  ]
}
