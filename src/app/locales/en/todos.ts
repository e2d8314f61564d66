import type { TodoTexts } from '../zh-CN/todos.ts'

const todos: TodoTexts = {
  title: 'To-dos',
  announced: 'To-dos that wait for you: {{count}}',
  view: 'View',
  viewOf: 'View: {{title}}',
  viewOfNewWindow: 'View: {{title}} (opens in a new window)',
  ignore: 'Ignore',
  ignoreOf: 'Ignore: {{title}}',
  ignored: 'To-do ignored',
  undo: 'Undo',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {{page}} of {{pages}}',
  close: 'Close, and do not show again in this session',
  none: 'Nothing to do',
  noneHint: 'Everything is done.',
  failed: 'The to-dos did not load',
}

export default todos
