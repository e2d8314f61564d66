import { sql } from 'drizzle-orm'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { handInFiles, saveHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import { saveShare } from '../../../contract/endpoints/storage/shares.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { fileVersions } from '../../../contract/endpoints/storage/versions.ts'
import { listExports, openExport, startExport } from '../../../contract/endpoints/units/units.ts'
import type { TestApp } from '../app/app.ts'
import { settleJobs } from '../app/settle-jobs.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { createImportCaller } from '../callers/import-caller.ts'
import { messageTo } from '../callers/publication.ts'
import { readMe, runAsOwner, unitOf } from '../callers/session-probe.ts'
import { createStorageCaller, dataOf } from '../callers/storage-caller.ts'
import { pupilOf } from './attendance-school.ts'
import { call } from '../callers/call.ts'

export type Person = 'teacher' | 'student' | 'parent' | 'admin' | 'operator'

/** The ids of what can be downloaded: the teacher's own, what is shared with the pupil, handed in, sent, imported and exported. */
export interface Downloadable {
  file: string
  folder: string
  version: string
  shared: string
  handIn: string
  handedIn: string
  attachment: string
  import: string
  pupil: string
  export: string
}

/** Makes one of everything that can be downloaded. */
export async function makeDownloadable(test: TestApp, as: (person: Person) => TestBrowser): Promise<Downloadable> {
  const ids: Downloadable = {
    file: '',
    folder: '',
    version: '',
    shared: '',
    handIn: '',
    handedIn: '',
    attachment: '',
    import: '',
    pupil: '',
    export: '',
  }
  const put = async (who: Person, name: string, text: string, fields = {}) =>
    dataOf(storage.upload, await createStorageCaller(as(who)).whole({ name, bytes: Buffer.from(text) }, fields)).id
  const [teacherId, pupilUser] = [(await readMe(as('teacher'))).userId, (await readMe(as('student'))).userId]
  ids.folder = (await call(as('teacher'), createFolder, { name: 'Plans' })).id
  ids.file = await put('teacher', 'plan.md', 'one', { folderId: ids.folder })
  await put('teacher', 'plan.md', 'two', { folderId: ids.folder, replaces: 'name' })
  ids.version = (await call(as('teacher'), fileVersions, { id: ids.file })).versions.at(-1)?.id ?? ''
  ids.shared = await put('teacher', 'shared.md', 'shared')
  const to = { kind: 'person', id: pupilUser } as const
  await call(as('teacher'), saveShare, { id: ids.shared, kind: 'file', to, edit: false, until: null, tell: false })

  ids.pupil = (await pupilOf(test, 'student')).studentId
  const [row] = await runAsOwner(
    test,
    sql`update class_group c set head_teacher_id = ${teacherId} from student s where s.class_id = c.class_id and s.student_id = ${ids.pupil} returning c.class_id as id`,
  )
  const dueAt = new Date(Date.now() + 86_400_000).toISOString()
  const handIn = {
    id: null,
    classId: String(row?.['id']),
    title: 'Essay',
    text: '',
    dueAt,
    maxFiles: 2,
    maxBytes: 5000,
  }
  ids.handIn = (await call(as('teacher'), saveHandIn, handIn)).id
  const fileIds = [await put('student', 'essay.md', 'essay')]
  ids.handedIn = (await call(as('student'), handInFiles, { id: ids.handIn, fileIds }))[0]?.id ?? ''

  const attached = [await put('admin', 'letter.md', 'letter')]
  await call(as('admin'), publications.save, messageTo([1], 'Letter', { fileIds: attached }))
  await settleJobs(test.database)
  ids.attachment = (await call(as('student'), messages.unread, {})).find(({ files }) => files)?.files?.[0]?.fileId ?? ''

  const sheet = '姓名,类型,班级\n张三,学生,没有这个班\n'
  ids.import = (await createImportCaller(test, as('admin')).preview('people.csv', sheet)).importId

  const unitId = await unitOf(test, 'ginkgo.localhost')
  await call(as('operator'), startExport, { unitId, withFiles: false })
  await settleJobs(test.database)
  ids.export = (await call(as('operator'), listExports, { unitId })).exports[0]?.exportId ?? ''
  await call(as('operator'), openExport, { exportId: ids.export })
  return ids
}
