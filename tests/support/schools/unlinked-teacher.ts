import { sql } from 'drizzle-orm'

/**
 * The demo's teacher is the father of a pupil of the own class, by a parent account of the same person, and so decides nothing about that pupil. This makes them two
 * people, for stories of a parent and a class teacher.
 */
export const UNLINK_TEACHER = sql`update user_account set parent_id = null where login_name = 'teacher'`
