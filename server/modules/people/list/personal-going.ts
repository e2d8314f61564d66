import { sql } from 'drizzle-orm'

/** Whom lists leave out: pupils and accounts that are being erased, or joined to others. To be compared by `<> all`: the list is read once, and is mostly empty. */
export const GOING = sql`(array(select unnest(g.gone) from personal_job g where g.state <> 'done'))`
