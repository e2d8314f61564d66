import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

// Rows that may be somebody who is there under another name or number: they are asked about, and make no second person.

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
  const { importId } = await caller.preview('first.csv', file())
  await caller.apply(importId)
})
afterAll(() => test.close())
beforeEach(() => run(sql`delete from rate_limit`))

const run = (query: ReturnType<typeof sql>) => runAsOwner(test, query)
const HEAD = '姓名,学号,年级,班级,父亲姓名,父亲手机,母亲姓名,母亲手机'
const file = (father = '候父') =>
  `${HEAD}\n候大,890001,八年级,89班,${father},13811110001,候母,13811110002\n候小,890002,八年级,89班,${father},13811110001,候母,13811110002\n`

async function chosen(importId: string, choice: 'same' | 'new') {
  const rows = await caller.rows(importId, 'ambiguous')
  const choices = rows.map(({ rowNo, candidates }) => ({
    rowNo,
    choice: choice === 'same' ? candidates[0]?.id : 'new',
  }))
  const { data } = await caller.ask(imports.choose, { importId, choices })
  return data
}

describe('a father’s corrected name with the same phone', () => {
  it('is asked about once for both children, and changes the name of the one who is there', async () => {
    const { importId, counts } = await caller.preview('again.csv', file('侯父'))
    expect(counts).toMatchObject({ ambiguous: { guardians: 1 }, new: { parents: 0, guardians: 0 } })
    const [row] = await caller.rows(importId, 'ambiguous')
    expect(row).toMatchObject({ name: '侯父', owner: '候大' })
    expect(row?.candidates).toMatchObject([{ name: '候父', number: '13811110001', className: '候大, 候小' }])
    expect(await chosen(importId, 'same')).toMatchObject({
      openChoices: 0,
      counts: { ambiguous: { guardians: 0 }, changed: { people: 1 }, new: { parents: 0, guardians: 0 } },
    })
    expect(await caller.apply(importId)).toMatchObject({ status: 'applied' })
    const names = () =>
      run(sql`select distinct a.real_name as name from guardian g join user_account a on a.user_id = g.parent_id join student s using (student_id)
        where s.student_number in ('890001', '890002') order by 1`)
    expect(await names()).toEqual([{ name: '侯父' }, { name: '候母' }])
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone' })
    expect(await names()).toEqual([{ name: '候母' }, { name: '候父' }])
  })

  it('is another person by choice, for both children', async () => {
    const { importId } = await caller.preview('again.csv', file('侯父'))
    expect(await chosen(importId, 'new')).toMatchObject({ counts: { new: { parents: 1, guardians: 2 } } })
  })

  it('is asked about again once the choice is taken back', async () => {
    const { importId } = await caller.preview('again.csv', file('侯父'))
    await chosen(importId, 'new')
    const [row] = (await caller.rows(importId, 'new')).filter(({ choice }) => choice !== null)
    const { data } = await caller.ask(imports.choose, {
      importId,
      choices: [{ rowNo: row?.rowNo, choice: 'ask' }],
    })
    expect(data).toMatchObject({
      openChoices: 1,
      counts: { ambiguous: { guardians: 1 }, new: { parents: 0, guardians: 0 } },
    })
    expect(await chosen(importId, 'same')).toMatchObject({ counts: { changed: { people: 1 } } })
  })

  it('is not asked about where both parents have one phone', async () => {
    const text = `${HEAD}\n候三,890003,八年级,89班,共父,13811110009,共母,13811110009\n`
    const { importId, counts } = await caller.preview('shared.csv', text)
    expect(counts).toMatchObject({ ambiguous: { guardians: 0 }, new: { parents: 2 } })
    await caller.apply(importId)
    expect((await caller.preview('again.csv', text)).counts).toMatchObject({
      ambiguous: { guardians: 0 },
      new: { parents: 0, guardians: 0 },
      unchanged: { guardians: 2 },
    })
  })
})

describe('a new number', () => {
  it('with the name and class of a pupil is asked about, and changes the number of the one who is there', async () => {
    const { importId, counts } = await caller.preview(
      'number.csv',
      '姓名,学号,年级,班级\n候大,899001,八年级,89班\n候小,890002,八年级,89班\n',
    )
    expect(counts).toMatchObject({ ambiguous: { people: 1 }, new: { people: 0 }, unchanged: { people: 1 } })
    expect(await chosen(importId, 'same')).toMatchObject({ counts: { changed: { people: 1 }, new: { people: 0 } } })
    await caller.apply(importId)
    expect(await run(sql`select student_number as number from student where real_name = '候大'`)).toEqual([
      { number: '899001' },
    ])
    await caller.undo(importId)
  })

  it('of one who shares the name with a pupil in another class, or with one of the same file, is a new person', async () => {
    const other = '姓名,学号,年级,班级\n候大,899002,八年级,88班\n'
    expect((await caller.preview('other.csv', other)).counts).toMatchObject({
      ambiguous: { people: 0 },
      new: { people: 1 },
    })
    const both = '姓名,学号,年级,班级\n候大,890001,八年级,89班\n候大,899003,八年级,89班\n'
    expect((await caller.preview('both.csv', both)).counts).toMatchObject({
      ambiguous: { people: 0 },
      new: { people: 1 },
    })
  })

  it('of a phone of the same guardian of the same pupil is that guardian’s', async () => {
    const { counts } = await caller.preview('phone.csv', file().replaceAll('13811110001', '13811110077'))
    expect(counts).toMatchObject({ ambiguous: { guardians: 0 }, new: { parents: 0 }, changed: { guardians: 2 } })
  })

  it('of a teacher with the same phone is asked about, with the number as it was written', async () => {
    const first = await caller.preview('teacher.csv', '类型,姓名,工号,手机\n教师,候老师,T8901,13811118901\n')
    await caller.apply(first.importId)
    const { importId, counts } = await caller.preview(
      'teacher.csv',
      '类型,姓名,工号,手机\n教师,候老师,T8999,13811118901\n',
    )
    expect(counts).toMatchObject({ ambiguous: { people: 1 }, new: { people: 0 } })
    const [row] = await caller.rows(importId, 'ambiguous')
    expect(row?.candidates).toMatchObject([{ name: '候老师', number: 'T8901' }])
  })
})
