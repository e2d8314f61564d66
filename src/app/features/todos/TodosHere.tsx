import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import { waiting } from '../../core/live/waiting.ts'
import { pageShown, showTodos } from './todo-pages.ts'
import { TodoPanel } from './TodoPanel.tsx'

/** The to-dos where they stand of their own, read anew when their number changes. */
export function TodosHere() {
  const { counts } = useSnapshot(waiting)
  const count = counts?.todo ?? 0
  useEffect(() => void showTodos(pageShown(count)), [count])
  return <TodoPanel />
}
