import { expect, test } from 'vitest'
import type { TodayCard } from '../../../../contract/endpoints/desktop/today.ts'
import { cardsAbout, emptyText } from './cards-about.ts'

const todo = (id: string) => ({ id, title: id, module: '', createTime: '2026-03-02T08:00:00Z', url: null })
const child = (studentId: string): TodayCard => ({
  kind: 'child',
  studentId,
  realName: studentId,
  englishName: '',
  due: true,
  status: null,
  firstIn: null,
  lastOut: null,
  overdue: false,
  hours: null,
  events: [],
  absence: null,
  mayExcuse: false,
  todos: 1,
})
const handIn = (studentId: string | null): TodayCard => ({
  kind: 'handIn',
  id: 'h',
  title: '作文',
  dueAt: '2026-03-02T08:00:00Z',
  isLate: false,
  student: studentId === null ? null : { studentId, name: studentId, englishName: '' },
  waiting: 1,
})
const todos: TodayCard = {
  kind: 'todos',
  total: 3,
  next: todo('first'),
  children: [{ studentId: 'xi', total: 2, next: todo('of xi') }],
}
const application: TodayCard = {
  kind: 'application',
  code: 'x',
  title: '',
  englishTitle: '',
  text: '',
  englishText: '',
  place: '',
}

test('all cards are shown without a child', () => {
  const all = [child('xi'), todos, application]
  expect(cardsAbout(all, undefined)).toBe(all)
})

test('of one child its own are shown, with its own to-dos', () => {
  const all = [child('xi'), child('chuan'), todos, handIn('xi'), handIn('chuan'), handIn(null), application]
  expect(cardsAbout(all, 'xi')).toEqual([child('xi'), { kind: 'todos', total: 2, next: todo('of xi') }, handIn('xi')])
  // No to-dos, no card of them.
  expect(cardsAbout(all, 'chuan')).toEqual([child('chuan'), handIn('chuan')])
})

test('where there is one child, all to-dos are about it', () => {
  const only: TodayCard = { kind: 'todos', total: 1, next: todo('first') }
  expect(cardsAbout([only], 'xi')).toEqual([only])
})

test('nobody who has to-dos reads that there is nothing to do', () => {
  expect(emptyText([todos], false)).toBe('noneBesides')
  expect(emptyText([todos], true)).toBe('noneBesidesOf')
  expect(emptyText([], false)).toBe('none')
  expect(emptyText([], true)).toBe('noneOf')
})
