import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { queryAny, queryOne } from '../../../db/query.ts'

/** The folder into which a merge puts the files of the entry that goes. */
const BOX = '合并的文件 Merged files'
/** Folders of that name, numbered, of which one is free. */
const BOXES = 100

const counted = z.object({ rows: z.number() })

/**
 * Moves all files and folders of an account into a folder of another's, where no name is taken; versions and shares follow by their keys. In one statement: files and folders
 * refer to each other with their owner. Returns how many there were.
 */
export async function moveFiles(tx: Tx, from: string, to: string): Promise<number> {
  const theirs = sql`unit_id = portal_unit_id() and owner_id = ${from}`
  if (
    !(await queryAny(
      tx,
    )`select from storage_folder where ${theirs} union all select from storage_file where ${theirs} limit 1`)
  )
    return 0
  const { rows } = await queryOne(tx, counted)`
    with names as (
      select ${BOX} || case when n = 1 then '' else ' (' || n || ')' end as name, n from generate_series(1, ${BOXES}::int) n),
    box as (
      insert into storage_folder (unit_id, owner_id, name)
      select portal_unit_id(), ${to}, name from names where not exists (
        select from storage_folder f where f.unit_id = portal_unit_id() and f.owner_id = ${to} and f.parent_id is null and f.deleted_at is null and f.name = names.name)
      order by n limit 1 returning folder_id),
    folders as (
      update storage_folder f set owner_id = ${to}, parent_id = case when f.parent_id is null and f.deleted_at is null then box.folder_id else f.parent_id end
      from box where f.unit_id = portal_unit_id() and f.owner_id = ${from} returning 1),
    files as (
      update storage_file f set owner_id = ${to}, folder_id = case when f.folder_id is null and f.deleted_at is null then box.folder_id else f.folder_id end
      from box where f.unit_id = portal_unit_id() and f.owner_id = ${from} returning 1)
    select ((select count(*) from folders) + (select count(*) from files))::int as rows`
  return rows
}
