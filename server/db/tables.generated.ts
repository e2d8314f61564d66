// Written by `npm run tables` from the catalogue of a new database. What the columns mean stands in schema/*.sql.
import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, date, inet, integer, interval, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const accessLog = pgTable('access_log', {
  accessId: uuid('access_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  userType: smallint('user_type').notNull(),
  resId: text('res_id').notNull(),
  resName: text('res_name').notNull(),
  type: smallint('type').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const accountContact = pgTable('account_contact', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  phone: text('phone'),
  contact: text('contact'),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const accountLink = pgTable('account_link', {
  linkId: uuid('link_id').notNull(),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  otherUnitId: uuid('other_unit_id').notNull(),
  otherUserId: uuid('other_user_id').notNull(),
  linkedAt: timestamp('linked_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const accountLinkCode = pgTable('account_link_code', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  codeHash: bytes('code_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  purpose: text('purpose', { enum: ['school', 'teacher'] }).notNull().default(sql`'school'::text`),
})

export const accountPicture = pgTable('account_picture', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  sha256: text('sha256').notNull(),
  mediaType: text('media_type', { enum: ['image/jpeg', 'image/png'] }).notNull(),
  savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const adminEvent = pgTable('admin_event', {
  eventId: uuid('event_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  kind: text('kind', { enum: ['changed', 'refused', 'command', 'area'] }).notNull(),
  actorId: uuid('actor_id'),
  action: text('action').notNull(),
  targetKind: text('target_kind'),
  targetId: text('target_id'),
  changes: jsonb('changes').$type<unknown>().notNull().default(sql`'{}'::jsonb`),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
  sessionId: uuid('session_id'),
})

export const application = pgTable('application', {
  unitId: uuid('unit_id').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  shortName: text('short_name').notNull(),
  englishShortName: text('english_short_name').notNull(),
  groupCode: text('group_code', { enum: ['ZDYYYFL-CYYY', 'ZDYYYFL-XZBG', 'ZDYYYFL-JWGL', 'ZDYYYFL-SJZX', 'ZDYYYFL-JZGGL', 'ZDYYYFL-ZZXX', 'ZDYYYFL-JYKY', 'ZDYYYFL-XSCZ', 'ZDYYYFL-ZWHQ'] }),
  menuRoute: text('menu_route').notNull().default(sql`''::text`),
  serverId: text('server_id').notNull().default(sql`'base'::text`),
  deployPath: text('deploy_path').notNull().default(sql`'pages'::text`),
  frontUserTypes: smallint('front_user_types').array().$type<(1 | 2 | 3 | 4)[]>().notNull().default(sql`'{1,2,3,4}'::smallint[]`),
  limitUserTypes: smallint('limit_user_types').array().$type<(1 | 2 | 3 | 4)[]>().notNull().default(sql`'{}'::smallint[]`),
  resourceType: smallint('resource_type').$type<1 | 2>().notNull().default(sql`2`),
  updateStatus: smallint('update_status').notNull().default(sql`1`),
  iconPath: text('icon_path').notNull().default(sql`''::text`),
  position: integer('position').notNull().default(sql`0`),
  parentCode: text('parent_code'),
  own: boolean('own').notNull().default(sql`false`),
  clientId: text('client_id'),
  limitRoleIds: uuid('limit_role_ids').array().notNull().default(sql`'{}'::uuid[]`),
  limitClassIds: uuid('limit_class_ids').array().notNull().default(sql`'{}'::uuid[]`),
  limitCampusIds: uuid('limit_campus_ids').array().notNull().default(sql`'{}'::uuid[]`),
  removedAt: timestamp('removed_at', { withTimezone: true, mode: 'date' }),
})

export const applicationPicture = pgTable('application_picture', {
  unitId: uuid('unit_id').notNull(),
  pictureId: text('picture_id').notNull(),
  content: bytes('content').notNull(),
  addedAt: timestamp('added_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const areaAccess = pgTable('area_access', {
  accessId: uuid('access_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  areaId: uuid('area_id').notNull(),
  areaUserId: uuid('area_user_id').notNull(),
  grantedBy: uuid('granted_by'),
  reason: text('reason').notNull().default(sql`''::text`),
  grantedAt: timestamp('granted_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
  revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }),
  openedAt: timestamp('opened_at', { withTimezone: true, mode: 'date' }),
  uses: integer('uses').notNull().default(sql`0`),
})

export const areaPublication = pgTable('area_publication', {
  areaPublicationId: uuid('area_publication_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  authorId: uuid('author_id'),
  title: text('title').notNull(),
  englishTitle: text('english_title').notNull().default(sql`''::text`),
  body: text('body').notNull().default(sql`''::text`),
  englishBody: text('english_body').notNull().default(sql`''::text`),
  importance: smallint('importance').notNull(),
  url: text('url'),
  userTypes: smallint('user_types').array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  recalledAt: timestamp('recalled_at', { withTimezone: true, mode: 'date' }),
  kind: text('kind', { enum: ['message', 'todo'] }).notNull().default(sql`'message'::text`),
  dueOn: date('due_on', { mode: 'string' }),
  sendAt: timestamp('send_at', { withTimezone: true, mode: 'date' }),
})

export const attendanceAbsence = pgTable('attendance_absence', {
  absenceId: uuid('absence_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  studentId: uuid('student_id').notNull(),
  firstDate: date('first_date', { mode: 'string' }).notNull(),
  lastDate: date('last_date', { mode: 'string' }).notNull(),
  fromTime: text('from_time'),
  untilTime: text('until_time'),
  kind: text('kind', { enum: ['illness', 'appointment', 'family', 'other'] }).notNull(),
  note: text('note').notNull().default(sql`''::text`),
  state: text('state', { enum: ['open', 'accepted', 'declined', 'withdrawn'] }).notNull().default(sql`'open'::text`),
  requestedBy: uuid('requested_by'),
  requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  decidedBy: uuid('decided_by'),
  decidedAt: timestamp('decided_at', { withTimezone: true, mode: 'date' }),
  decisionNote: text('decision_note').notNull().default(sql`''::text`),
})

export const attendanceCode = pgTable('attendance_code', {
  codeId: uuid('code_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  kind: text('kind', { enum: ['card', 'personal'] }).notNull(),
  studentId: uuid('student_id'),
  userId: uuid('user_id'),
  mark: bytes('mark').notNull(),
  sealedCode: bytes('sealed_code').notNull(),
  setAt: timestamp('set_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const attendanceCorrection = pgTable('attendance_correction', {
  correctionId: uuid('correction_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  studentId: uuid('student_id'),
  userId: uuid('user_id'),
  date: date('date', { mode: 'string' }).notNull(),
  direction: text('direction', { enum: ['in', 'out'] }).notNull(),
  time: text('time').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  reason: text('reason').notNull(),
  state: text('state', { enum: ['open', 'approved', 'refused', 'withdrawn'] }).notNull().default(sql`'open'::text`),
  requestedBy: uuid('requested_by'),
  requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  decidedBy: uuid('decided_by'),
  decidedAt: timestamp('decided_at', { withTimezone: true, mode: 'date' }),
  note: text('note').notNull().default(sql`''::text`),
})

export const attendanceDay = pgTable('attendance_day', {
  unitId: uuid('unit_id').notNull(),
  date: date('date', { mode: 'string' }).notNull(),
  kind: text('kind', { enum: ['holiday', 'workday'] }).notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull().default(sql`''::text`),
})

export const attendanceDelivery = pgTable('attendance_delivery', {
  stationId: uuid('station_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  unitId: uuid('unit_id').notNull(),
  outcome: jsonb('outcome').$type<unknown>().notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
})

export const attendanceEvent = pgTable('attendance_event', {
  eventId: uuid('event_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  studentId: uuid('student_id'),
  userId: uuid('user_id'),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  direction: text('direction', { enum: ['in', 'out'] }).notNull(),
  source: text('source', { enum: ['face', 'card', 'code', 'correction'] }).notNull(),
  stationId: uuid('station_id'),
  seq: bigint('seq', { mode: 'number' }),
  correctionId: uuid('correction_id'),
  recordedAt: timestamp('recorded_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
})

export const attendanceNotice = pgTable('attendance_notice', {
  studentId: uuid('student_id').notNull(),
  date: date('date', { mode: 'string' }).notNull(),
  unitId: uuid('unit_id').notNull(),
})

export const attendanceRule = pgTable('attendance_rule', {
  unitId: uuid('unit_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  validFrom: date('valid_from', { mode: 'string' }).notNull(),
  ended: boolean('ended').notNull().default(sql`false`),
  name: text('name').notNull(),
  englishName: text('english_name').notNull().default(sql`''::text`),
  weekdays: smallint('weekdays').array().notNull(),
  inBy: text('in_by').notNull(),
  inTolerance: integer('in_tolerance').notNull(),
  outFrom: text('out_from').notNull(),
  outTolerance: integer('out_tolerance').notNull(),
  dayStart: text('day_start').notNull(),
  appliesTo: text('applies_to', { enum: ['staff', 'pupils', 'classes'] }).notNull(),
  classIds: uuid('class_ids').array().notNull().default(sql`'{}'::uuid[]`),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
})

export const attendanceSettings = pgTable('attendance_settings', {
  unitId: uuid('unit_id').primaryKey(),
  timeZone: text('time_zone').notNull().default(sql`'Asia/Shanghai'::text`),
  notifyLate: boolean('notify_late').notNull().default(sql`false`),
  retentionMonths: integer('retention_months').notNull().default(sql`36`),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  portalClockIn: boolean('portal_clock_in').notNull().default(sql`true`),
  parentExcuse: boolean('parent_excuse').notNull().default(sql`true`),
})

export const attendanceStation = pgTable('attendance_station', {
  stationId: uuid('station_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  name: text('name').notNull(),
  place: text('place').notNull().default(sql`''::text`),
  direction: text('direction', { enum: ['in', 'out', 'both'] }).notNull(),
  guideWidth: integer('guide_width'),
  guideTolerance: integer('guide_tolerance'),
  sealedKey: bytes('sealed_key').notNull(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(sql`0`),
  registeredAt: timestamp('registered_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  registeredBy: uuid('registered_by'),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true, mode: 'date' }),
  pending: integer('pending').notNull().default(sql`0`),
  revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }),
  lastCaptureAt: timestamp('last_capture_at', { withTimezone: true, mode: 'date' }),
})

export const attendanceUncertain = pgTable('attendance_uncertain', {
  uncertainId: uuid('uncertain_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  studentId: uuid('student_id'),
  userId: uuid('user_id'),
  direction: text('direction', { enum: ['in', 'out'] }).notNull(),
  source: text('source', { enum: ['face', 'card', 'code'] }).notNull(),
  stationId: uuid('station_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  clockAt: timestamp('clock_at', { withTimezone: true, mode: 'date' }).notNull(),
  earliest: timestamp('earliest', { withTimezone: true, mode: 'date' }).notNull(),
  latest: timestamp('latest', { withTimezone: true, mode: 'date' }).notNull(),
  state: text('state', { enum: ['open', 'placed', 'discarded'] }).notNull().default(sql`'open'::text`),
  placedAt: timestamp('placed_at', { withTimezone: true, mode: 'date' }),
  decidedBy: uuid('decided_by'),
  decidedAt: timestamp('decided_at', { withTimezone: true, mode: 'date' }),
  recordedAt: timestamp('recorded_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
})

export const brandingPicture = pgTable('branding_picture', {
  unitId: uuid('unit_id').notNull(),
  sha256: bytes('sha256').notNull(),
  mediaType: text('media_type').$type<string>().notNull(),
  content: bytes('content').notNull(),
  savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }),
})

export const brandingState = pgTable('branding_state', {
  unitId: uuid('unit_id').primaryKey(),
  revision: integer('revision').notNull().default(sql`0`),
  draft: jsonb('draft').$type<unknown>(),
  savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }),
  savedBy: uuid('saved_by'),
  forSchools: jsonb('for_schools').$type<unknown>(),
  own: jsonb('own').$type<unknown>(),
  taken: text('taken').array().notNull().default(sql`'{}'::text[]`),
})

export const brandingVersion = pgTable('branding_version', {
  versionId: uuid('version_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  number: integer('number').notNull(),
  branding: jsonb('branding').$type<unknown>().notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  publishedBy: uuid('published_by'),
  restored: integer('restored'),
})

export const campus = pgTable('campus', {
  campusId: uuid('campus_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  position: integer('position').notNull().default(sql`0`),
})

export const classGroup = pgTable('class_group', {
  classId: uuid('class_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  gradeId: uuid('grade_id').notNull(),
  campusId: uuid('campus_id'),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  headTeacherId: uuid('head_teacher_id'),
  position: integer('position').notNull().default(sql`0`),
  closedOn: date('closed_on', { mode: 'string' }),
  storageQuota: bigint('storage_quota', { mode: 'number' }),
})

export const classTeacher = pgTable('class_teacher', {
  unitId: uuid('unit_id').notNull(),
  classId: uuid('class_id').notNull(),
  userId: uuid('user_id').notNull(),
  subjectId: uuid('subject_id').notNull(),
})

export const classYear = pgTable('class_year', {
  unitId: uuid('unit_id').notNull(),
  classId: uuid('class_id').notNull(),
  yearId: uuid('year_id').notNull(),
  gradeId: uuid('grade_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  headTeacherId: uuid('head_teacher_id'),
})

export const classYearPupil = pgTable('class_year_pupil', {
  unitId: uuid('unit_id').notNull(),
  classId: uuid('class_id').notNull(),
  yearId: uuid('year_id').notNull(),
  studentId: uuid('student_id').notNull(),
})

export const credential = pgTable('credential', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  passwordHash: text('password_hash').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  isFirst: boolean('is_first').notNull().default(sql`false`),
  issuedBy: uuid('issued_by'),
})

export const department = pgTable('department', {
  departmentId: uuid('department_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  position: integer('position').notNull().default(sql`0`),
})

export const desktopDefault = pgTable('desktop_default', {
  unitId: uuid('unit_id').notNull(),
  userType: smallint('user_type').$type<1 | 2 | 3 | 4>().notNull(),
  groups: jsonb('groups').$type<unknown>().notNull(),
})

export const desktopOrder = pgTable('desktop_order', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  groups: jsonb('groups').$type<unknown>().notNull(),
  savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const externalIdentity = pgTable('external_identity', {
  identityId: uuid('identity_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  providerId: uuid('provider_id').notNull(),
  userId: uuid('user_id').notNull(),
  subject: text('subject').notNull(),
  unionId: text('union_id'),
  displayName: text('display_name'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }),
})

export const externalKey = pgTable('external_key', {
  unitId: uuid('unit_id').notNull(),
  source: text('source').notNull(),
  kind: text('kind', { enum: ['campus', 'grade', 'class', 'subject', 'department', 'year', 'term', 'student', 'account'] }).notNull(),
  sourceId: text('source_id').notNull(),
  rowId: uuid('row_id').notNull(),
})

export const externalSession = pgTable('external_session', {
  sessionId: uuid('session_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  providerId: uuid('provider_id').notNull(),
  subject: text('subject').notNull(),
  providerSid: text('provider_sid'),
})

export const faceChallenge = pgTable('face_challenge', {
  challengeHash: bytes('challenge_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  browserHash: bytes('browser_hash').notNull(),
  turn: text('turn', { enum: ['left', 'right'] }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const faceConsent = pgTable('face_consent', {
  consentId: uuid('consent_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  giver: text('giver', { enum: ['oneself', 'guardian', 'paper'] }).notNull(),
  givenBy: uuid('given_by'),
  guardianName: text('guardian_name'),
  textVersion: text('text_version').notNull(),
  language: text('language', { enum: ['zh-CN', 'en'] }).notNull(),
  givenAt: timestamp('given_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true, mode: 'date' }),
  withdrawnBy: uuid('withdrawn_by'),
})

export const facePhoto = pgTable('face_photo', {
  photoId: uuid('photo_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  sealedDescriptor: bytes('sealed_descriptor').notNull(),
  sealedPicture: bytes('sealed_picture').notNull(),
  registeredAt: timestamp('registered_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  registeredBy: uuid('registered_by'),
})

export const facePin = pgTable('face_pin', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  pinHash: text('pin_hash').notNull(),
  failures: integer('failures').notNull().default(sql`0`),
  setAt: timestamp('set_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const faceSettings = pgTable('face_settings', {
  unitId: uuid('unit_id').primaryKey(),
  signIn: boolean('sign_in').notNull().default(sql`false`),
  clockIn: boolean('clock_in').notNull().default(sql`false`),
  needsPin: boolean('needs_pin').notNull().default(sql`false`),
  needsKnownDevice: boolean('needs_known_device').notNull().default(sql`false`),
  headTurn: boolean('head_turn').notNull().default(sql`true`),
  retentionDays: integer('retention_days').notNull().default(sql`400`),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const faceUse = pgTable('face_use', {
  useId: uuid('use_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  kind: text('kind', { enum: ['consent-given', 'consent-withdrawn', 'enrolled', 'replaced', 'shown', 'signed-in', 'clocked-in', 'refused', 'deleted', 'expired', 'pin-set', 'pin-removed', 'settings-changed', 'exported'] }).notNull(),
  userId: uuid('user_id'),
  actorId: uuid('actor_id'),
  detail: text('detail').notNull().default(sql`''::text`),
  address: text('address').notNull().default(sql`''::text`),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
})

export const grade = pgTable('grade', {
  gradeId: uuid('grade_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  position: integer('position').notNull().default(sql`0`),
})

export const gradingPeriod = pgTable('grading_period', {
  periodId: uuid('period_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  termId: uuid('term_id').notNull(),
  name: text('name').notNull(),
  startsOn: date('starts_on', { mode: 'string' }).notNull(),
  endsOn: date('ends_on', { mode: 'string' }).notNull(),
  source: text('source').notNull(),
  sourceId: text('source_id').notNull(),
})

export const guardian = pgTable('guardian', {
  unitId: uuid('unit_id').notNull(),
  parentId: uuid('parent_id').notNull(),
  studentId: uuid('student_id').notNull(),
  chosenAt: timestamp('chosen_at', { withTimezone: true, mode: 'date' }),
  relation: text('relation', { enum: ['father', 'mother', 'grandparent', 'other'] }),
  mayConsent: boolean('may_consent').notNull().default(sql`true`),
  isEmergencyContact: boolean('is_emergency_contact').notNull().default(sql`false`),
  origin: text('origin', { enum: ['unknown', 'school', 'import', 'code'] }).notNull().default(sql`'unknown'::text`),
  originAt: timestamp('origin_at', { withTimezone: true, mode: 'date' }),
  originBy: uuid('origin_by'),
  originImport: uuid('origin_import'),
  mergedAt: timestamp('merged_at', { withTimezone: true, mode: 'date' }),
  mergedBy: uuid('merged_by'),
})

export const guardianCode = pgTable('guardian_code', {
  codeId: uuid('code_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  studentId: uuid('student_id').notNull(),
  codeHash: bytes('code_hash').notNull(),
  uses: smallint('uses').notNull().default(sql`0`),
  attempts: smallint('attempts').notNull().default(sql`0`),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }),
  madeBy: uuid('made_by'),
  classes: uuid('classes').array(),
})

export const guardianCodeUse = pgTable('guardian_code_use', {
  useId: uuid('use_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  codeId: uuid('code_id').notNull(),
  studentId: uuid('student_id').notNull(),
  parentId: uuid('parent_id').notNull(),
  kind: text('kind', { enum: ['account', 'claim', 'child'] }).notNull(),
  loginName: text('login_name'),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
})

export const guardianContact = pgTable('guardian_contact', {
  parentId: uuid('parent_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  phone: text('phone').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const handIn = pgTable('hand_in', {
  handInId: uuid('hand_in_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  classId: uuid('class_id').notNull(),
  authorId: uuid('author_id'),
  title: text('title').notNull(),
  body: text('body').notNull().default(sql`''::text`),
  dueAt: timestamp('due_at', { withTimezone: true, mode: 'date' }).notNull(),
  maxFiles: smallint('max_files').notNull(),
  maxBytes: bigint('max_bytes', { mode: 'number' }),
  closedAt: timestamp('closed_at', { withTimezone: true, mode: 'date' }),
  remindedAt: timestamp('reminded_at', { withTimezone: true, mode: 'date' }),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  removedAt: timestamp('removed_at', { withTimezone: true, mode: 'date' }),
})

export const handInFile = pgTable('hand_in_file', {
  handInFileId: uuid('hand_in_file_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  handInId: uuid('hand_in_id').notNull(),
  studentId: uuid('student_id').notNull(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  sha256: text('sha256').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const handover = pgTable('handover', {
  secretHash: bytes('secret_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
})

export const importMapping = pgTable('import_mapping', {
  unitId: uuid('unit_id').notNull(),
  signature: bytes('signature').notNull(),
  mapping: jsonb('mapping').$type<unknown>().notNull(),
  savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const importRow = pgTable('import_row', {
  importId: uuid('import_id').notNull(),
  unitId: uuid('unit_id').notNull(),
  rowNo: integer('row_no').notNull(),
  kind: text('kind', { enum: ['campus', 'grade', 'class', 'department', 'subject', 'person', 'guardian'] }).notNull(),
  sheet: text('sheet').notNull().default(sql`''::text`),
  rowNumber: integer('row_number').notNull().default(sql`0`),
  name: text('name').notNull().default(sql`''::text`),
  given: jsonb('given').$type<unknown>().notNull().default(sql`'{}'::jsonb`),
  matchKey: text('match_key'),
  action: text('action', { enum: ['new', 'changed', 'unchanged', 'deactivated', 'left', 'error', 'ambiguous'] }),
  targetId: uuid('target_id'),
  ownerId: uuid('owner_id'),
  choice: text('choice'),
  candidates: jsonb('candidates').$type<unknown>(),
  wanted: jsonb('wanted').$type<unknown>(),
  before: jsonb('before').$type<unknown>(),
  after: jsonb('after').$type<unknown>(),
  problems: jsonb('problems').$type<unknown>(),
  addsKey: boolean('adds_key').notNull().default(sql`false`),
  warnings: jsonb('warnings').$type<unknown>(),
  leftAs: jsonb('left_as').$type<unknown>(),
  kept: boolean('kept').notNull().default(sql`false`),
  back: boolean('back').notNull().default(sql`false`),
})

export const importRun = pgTable('import_run', {
  importId: uuid('import_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id'),
  fileName: text('file_name').notNull(),
  sha256: bytes('sha256').notNull(),
  format: text('format', { enum: ['csv', 'xlsx', 'oneroster'] }).notNull(),
  source: text('source').notNull(),
  mode: text('mode', { enum: ['bulk', 'delta'] }).notNull(),
  status: text('status', { enum: ['reading', 'ready', 'applying', 'applied', 'undoing', 'failed', 'stale', 'undone', 'cancelled', 'refused'] }).notNull(),
  progress: smallint('progress').notNull().default(sql`0`),
  code: text('code'),
  options: jsonb('options').$type<unknown>().notNull().default(sql`'{}'::jsonb`),
  sheets: jsonb('sheets').$type<unknown>().notNull().default(sql`'[]'::jsonb`),
  counts: jsonb('counts').$type<unknown>().notNull().default(sql`'{}'::jsonb`),
  needsConfirmation: boolean('needs_confirmation').notNull().default(sql`false`),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  appliedAt: timestamp('applied_at', { withTimezone: true, mode: 'date' }),
  shapes: jsonb('shapes').$type<unknown>().notNull().default(sql`'[]'::jsonb`),
  scheduled: boolean('scheduled').notNull().default(sql`false`),
  kept: integer('kept'),
  lastYear: jsonb('last_year').$type<unknown>(),
  periods: jsonb('periods').$type<unknown>(),
})

export const importSchedule = pgTable('import_schedule', {
  unitId: uuid('unit_id').primaryKey(),
  enabled: boolean('enabled').notNull(),
  place: text('place', { enum: ['folder', 'bucket'] }).notNull(),
  path: text('path').notNull().default(sql`''::text`),
  minutes: smallint('minutes').notNull(),
  kind: text('kind', { enum: ['any', 'xlsx', 'csv', 'oneroster'] }).notNull(),
  options: jsonb('options').$type<unknown>().notNull().default(sql`'{}'::jsonb`),
  recipients: uuid('recipients').array().notNull().default(sql`'{}'::uuid[]`),
  setBy: uuid('set_by'),
  nextAt: timestamp('next_at', { withTimezone: true, mode: 'date' }).notNull(),
  lookedAt: timestamp('looked_at', { withTimezone: true, mode: 'date' }),
  outcome: text('outcome'),
})

export const importSource = pgTable('import_source', {
  importId: uuid('import_id').notNull(),
  unitId: uuid('unit_id').notNull(),
  piece: integer('piece').notNull(),
  content: bytes('content').notNull(),
})

export const importTaken = pgTable('import_taken', {
  unitId: uuid('unit_id').notNull(),
  sha256: bytes('sha256').notNull(),
  fileName: text('file_name').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull(),
  importId: uuid('import_id'),
  outcome: text('outcome').notNull(),
  takenAt: timestamp('taken_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const licence = pgTable('licence', {
  unitId: uuid('unit_id').notNull(),
  serverId: text('server_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
  oam: boolean('oam').notNull().default(sql`false`),
})

export const licenceReminder = pgTable('licence_reminder', {
  unitId: uuid('unit_id').notNull(),
  serverId: text('server_id').notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
  days: smallint('days').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const loginAttempt = pgTable('login_attempt', {
  unitId: uuid('unit_id').notNull(),
  key: bytes('key').notNull(),
  failures: integer('failures').notNull(),
  lastAt: timestamp('last_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  blockedUntil: timestamp('blocked_until', { withTimezone: true, mode: 'date' }),
})

export const loginDevice = pgTable('login_device', {
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  deviceHash: bytes('device_hash').notNull(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const loginTicket = pgTable('login_ticket', {
  secretHash: bytes('secret_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  clientId: text('client_id').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
})

export const logoutToken = pgTable('logout_token', {
  tokenHash: bytes('token_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const message = pgTable('message', {
  messageId: uuid('message_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  module: text('module').notNull(),
  body: text('body').notNull(),
  importance: smallint('importance').notNull(),
  openWay: smallint('open_way').notNull().default(sql`0`),
  url: text('url'),
  content: jsonb('content').$type<unknown>(),
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  authorId: uuid('author_id'),
  titled: boolean('titled').notNull().default(sql`false`),
  remindedAt: timestamp('reminded_at', { withTimezone: true, mode: 'date' }),
  officeName: text('office_name'),
  officeEnglishName: text('office_english_name'),
  mayReply: boolean('may_reply').notNull().default(sql`false`),
})

export const messageRecipient = pgTable('message_recipient', {
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  messageId: uuid('message_id').notNull(),
  readAt: timestamp('read_at', { withTimezone: true, mode: 'date' }),
  studentId: uuid('student_id'),
  reply: text('reply'),
})

export const oauthArtifact = pgTable('oauth_artifact', {
  idHash: bytes('id_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id'),
  clientId: text('client_id').notNull(),
  model: text('model', { enum: ['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken', 'ClientCredentials'] }).notNull(),
  grantHash: bytes('grant_hash'),
  payload: jsonb('payload').$type<unknown>().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  consumedAt: timestamp('consumed_at', { withTimezone: true, mode: 'date' }),
})

export const oauthClient = pgTable('oauth_client', {
  unitId: uuid('unit_id').notNull(),
  clientId: text('client_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  secretHash: bytes('secret_hash'),
  redirectUris: text('redirect_uris').array().notNull(),
  logo: text('logo'),
  pkceRequired: boolean('pkce_required').notNull().default(sql`true`),
  trusted: boolean('trusted').notNull().default(sql`false`),
  loginUrl: text('login_url'),
  mayIssueTickets: boolean('may_issue_tickets').notNull().default(sql`false`),
  position: integer('position').notNull().default(sql`0`),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  disabledAt: timestamp('disabled_at', { withTimezone: true, mode: 'date' }),
  adminTickets: boolean('admin_tickets').notNull().default(sql`false`),
  backchannelLogoutUri: text('backchannel_logout_uri'),
  backchannelLogoutSessionRequired: boolean('backchannel_logout_session_required').notNull().default(sql`false`),
  ownScopes: text('own_scopes').array().notNull().default(sql`'{}'::text[]`),
  adminTicketsBy: uuid('admin_tickets_by'),
  postLogoutRedirectUris: text('post_logout_redirect_uris').array().notNull().default(sql`'{}'::text[]`),
})

export const oauthConsent = pgTable('oauth_consent', {
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  clientId: text('client_id').notNull(),
  scopes: text('scopes').array().notNull(),
  agreedAt: timestamp('agreed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const oauthKey = pgTable('oauth_key', {
  kid: text('kid').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  sealedJwk: bytes('sealed_jwk').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  retiredAt: timestamp('retired_at', { withTimezone: true, mode: 'date' }),
})

export const oauthSession = pgTable('oauth_session', {
  sessionId: uuid('session_id').notNull(),
  clientId: text('client_id').notNull(),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  issuer: text('issuer').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true, mode: 'date' }),
  attempts: integer('attempts').notNull().default(sql`0`),
})

export const outgoingMail = pgTable('outgoing_mail', {
  mailId: uuid('mail_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  sealed: bytes('sealed'),
  acceptedAt: timestamp('accepted_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  lapsesAt: timestamp('lapses_at', { withTimezone: true, mode: 'date' }),
  claimedUntil: timestamp('claimed_until', { withTimezone: true, mode: 'date' }),
  attempts: integer('attempts').notNull().default(sql`0`),
  reason: text('reason'),
  turn: integer('turn').notNull().default(sql`0`),
  failedAt: timestamp('failed_at', { withTimezone: true, mode: 'date' }),
})

export const passkey = pgTable('passkey', {
  passkeyId: uuid('passkey_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull().default(sql`'{}'::text[]`),
  backedUp: boolean('backed_up').notNull(),
  name: text('name').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }),
  madeFor: uuid('made_for'),
  host: text('host'),
})

export const passkeyChallenge = pgTable('passkey_challenge', {
  challengeHash: bytes('challenge_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  browserHash: bytes('browser_hash').notNull(),
  sessionId: uuid('session_id'),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const passwordReset = pgTable('password_reset', {
  resetId: uuid('reset_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind', { enum: ['mail', 'admin'] }).notNull(),
  secretHash: bytes('secret_hash'),
  codeHash: text('code_hash'),
  issuedBy: uuid('issued_by'),
  attempts: integer('attempts').notNull().default(sql`0`),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
})

export const pendingBinding = pgTable('pending_binding', {
  bindingHash: bytes('binding_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  providerId: uuid('provider_id').notNull(),
  browserHash: bytes('browser_hash').notNull(),
  subject: text('subject').notNull(),
  unionId: text('union_id'),
  displayName: text('display_name'),
  returnTo: text('return_to'),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  providerSid: text('provider_sid'),
})

export const permission = pgTable('permission', {
  unitId: uuid('unit_id').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  parentCode: text('parent_code'),
  position: integer('position').notNull().default(sql`0`),
})

export const permissionGrant = pgTable('permission_grant', {
  unitId: uuid('unit_id').notNull(),
  code: text('code').notNull(),
  userType: smallint('user_type').$type<1 | 2 | 3 | 4>(),
  roleId: uuid('role_id'),
})

export const personDetail = pgTable('person_detail', {
  detailId: uuid('detail_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  studentId: uuid('student_id'),
  userId: uuid('user_id'),
  among: smallint('among').$type<1 | 2 | 3>().notNull(),
  idCardSealed: bytes('id_card_sealed'),
  idCardKey: bytes('id_card_key'),
  nationalNumberSealed: bytes('national_number_sealed'),
  nationalNumberKey: bytes('national_number_key'),
  enrolledOn: date('enrolled_on', { mode: 'string' }),
  ethnicGroup: text('ethnic_group'),
  nationality: text('nationality'),
})

export const personalJob = pgTable('personal_job', {
  jobId: uuid('job_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  kind: text('kind', { enum: ['erase', 'merge'] }).notNull(),
  state: text('state', { enum: ['running', 'failed', 'done'] }).notNull().default(sql`'running'::text`),
  personKind: text('person_kind', { enum: ['pupil', 'account'] }).notNull(),
  personId: uuid('person_id'),
  gone: uuid('gone').array().notNull(),
  keepId: uuid('keep_id'),
  plan: jsonb('plan').$type<unknown>(),
  step: integer('step').notNull().default(sql`0`),
  place: jsonb('place').$type<unknown>(),
  expected: bigint('expected', { mode: 'number' }).notNull().default(sql`0`),
  handled: bigint('handled', { mode: 'number' }).notNull().default(sql`0`),
  counts: jsonb('counts').$type<unknown>().notNull().default(sql`'{}'::jsonb`),
  code: text('code'),
  requestedBy: uuid('requested_by'),
  requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
})

export const publication = pgTable('publication', {
  publicationId: uuid('publication_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  kind: text('kind', { enum: ['message', 'todo'] }).notNull(),
  authorId: uuid('author_id'),
  title: text('title').notNull(),
  englishTitle: text('english_title').notNull().default(sql`''::text`),
  body: text('body').notNull().default(sql`''::text`),
  englishBody: text('english_body').notNull().default(sql`''::text`),
  importance: smallint('importance').notNull(),
  url: text('url'),
  applicationCode: text('application_code'),
  dueOn: date('due_on', { mode: 'string' }),
  audience: jsonb('audience').$type<unknown>().notNull(),
  state: text('state', { enum: ['scheduled', 'stopped', 'sending', 'sent', 'recalled'] }).notNull(),
  sendAt: timestamp('send_at', { withTimezone: true, mode: 'date' }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }),
  recalledAt: timestamp('recalled_at', { withTimezone: true, mode: 'date' }),
  remindedAt: timestamp('reminded_at', { withTimezone: true, mode: 'date' }),
  expected: integer('expected').notNull(),
  recipients: integer('recipients').notNull().default(sql`0`),
  sentUpTo: uuid('sent_up_to'),
  messageId: uuid('message_id'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  areaPublicationId: uuid('area_publication_id'),
  officeName: text('office_name'),
  officeEnglishName: text('office_english_name'),
  clientId: text('client_id'),
  clientKey: text('client_key'),
  clientRequest: bytes('client_request'),
  senderName: text('sender_name'),
  senderEnglishName: text('sender_english_name'),
  asks: text('asks'),
  ofClasses: boolean('of_classes').notNull().default(sql`false`),
})

export const publicationFile = pgTable('publication_file', {
  attachmentId: uuid('attachment_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  publicationId: uuid('publication_id').notNull(),
  position: smallint('position').notNull(),
  name: text('name').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const rateLimit = pgTable('rate_limit', {
  unitId: uuid('unit_id').notNull(),
  key: bytes('key').notNull(),
  spentUntil: timestamp('spent_until', { withTimezone: true, mode: 'date' }).notNull(),
  pace: interval('pace').notNull(),
})

export const recoveryCode = pgTable('recovery_code', {
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  slot: smallint('slot').notNull(),
  codeHash: text('code_hash').notNull(),
  usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
})

export const role = pgTable('role', {
  roleId: uuid('role_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  service: text('service').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
})

export const roleMember = pgTable('role_member', {
  unitId: uuid('unit_id').notNull(),
  roleId: uuid('role_id').notNull(),
  userId: uuid('user_id'),
  memberId: uuid('member_id').primaryKey().default(sql`portal_new_id()`),
  classId: uuid('class_id'),
  departmentId: uuid('department_id'),
  userType: smallint('user_type').$type<number>(),
  scopeCampusId: uuid('scope_campus_id'),
  scopeGradeId: uuid('scope_grade_id'),
  scopeClassId: uuid('scope_class_id'),
})

export const rosterChange = pgTable('roster_change', {
  unitId: uuid('unit_id').notNull(),
  sourcedId: text('sourced_id').notNull(),
  kind: text('kind', { enum: ['org', 'session', 'class', 'user', 'enrollment'] }).notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  deleted: boolean('deleted').notNull().default(sql`false`),
  classId: uuid('class_id'),
  userId: uuid('user_id'),
  role: text('role'),
})

export const rosterView = pgTable('roster_view', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  columns: jsonb('columns').$type<unknown>().notNull(),
  savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const schoolYear = pgTable('school_year', {
  yearId: uuid('year_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  name: text('name').notNull(),
  startsOn: date('starts_on', { mode: 'string' }).notNull(),
  endsOn: date('ends_on', { mode: 'string' }).notNull(),
})

export const secondStep = pgTable('second_step', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  sealedSecret: bytes('sealed_secret').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  since: timestamp('since', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  failures: integer('failures').notNull().default(sql`0`),
  blockedUntil: timestamp('blocked_until', { withTimezone: true, mode: 'date' }),
  madeFor: uuid('made_for'),
})

export const secondStepSetup = pgTable('second_step_setup', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  sealedSecret: bytes('sealed_secret').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const session = pgTable('session', {
  sessionId: uuid('session_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  familyHash: bytes('family_hash').notNull(),
  accessHash: bytes('access_hash').notNull(),
  accessExpiresAt: timestamp('access_expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  refreshHash: bytes('refresh_hash').notNull(),
  refreshExpiresAt: timestamp('refresh_expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  previousRefreshHash: bytes('previous_refresh_hash'),
  rotationSalt: bytes('rotation_salt'),
  rotatedAt: timestamp('rotated_at', { withTimezone: true, mode: 'date' }),
  endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  userAgent: text('user_agent').notNull().default(sql`''::text`),
  revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }),
  secondFactor: boolean('second_factor').notNull().default(sql`false`),
  secondFactorAt: timestamp('second_factor_at', { withTimezone: true, mode: 'date' }),
  beganAs: uuid('began_as'),
  byPassword: boolean('by_password').notNull().default(sql`false`),
  streamHeldAt: timestamp('stream_held_at', { withTimezone: true, mode: 'date' }),
  authenticatedAt: timestamp('authenticated_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const setupCode = pgTable('setup_code', {
  codeHash: bytes('code_hash').primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const signInEvent = pgTable('sign_in_event', {
  eventId: uuid('event_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind', { enum: ['signed-in', 'failed', 'slowed-down', 'signed-out', 'session-ended', 'token-reused', 'handed-over', 'client-registered', 'role-switched', 'identity-bound', 'identity-unbound', 'authorized', 'passkey-added', 'passkey-removed', 'second-step-on', 'second-step-off', 'recovery-code-used', 'password-changed', 'reset-asked', 'reset-code-issued', 'signed-out-by-admin', 'second-step-reset', 'email-changed', 'contact-seen', 'account-linked', 'account-unlinked'] }).notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
})

export const signInProvider = pgTable('sign_in_provider', {
  providerId: uuid('provider_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  kind: text('kind', { enum: ['oidc', 'wechat_web', 'wechat_mp', 'wecom'] }).notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  clientId: text('client_id').notNull(),
  secret: bytes('secret'),
  agentId: text('agent_id'),
  baseUrl: text('base_url').notNull(),
  apiUrl: text('api_url'),
  scopes: text('scopes').notNull(),
  logo: text('logo').notNull().default(sql`''::text`),
  enabled: boolean('enabled').notNull().default(sql`true`),
  position: integer('position').notNull().default(sql`0`),
  issuer: text('issuer').notNull().default(sql`''::text`),
  tenants: uuid('tenants').array().notNull().default(sql`'{}'::uuid[]`),
  anyTenant: boolean('any_tenant').notNull().default(sql`false`),
  secretWay: text('secret_way', { enum: ['basic', 'body'] }),
})

export const socialAttempt = pgTable('social_attempt', {
  stateHash: bytes('state_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  providerId: uuid('provider_id').notNull(),
  browserHash: bytes('browser_hash').notNull(),
  secrets: bytes('secrets').notNull(),
  callback: text('callback').notNull(),
  returnTo: text('return_to'),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const staffMember = pgTable('staff_member', {
  userId: uuid('user_id').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  staffNumber: text('staff_number').notNull(),
  englishName: text('english_name').notNull(),
  positionTitle: text('position_title').notNull(),
  englishPositionTitle: text('english_position_title').notNull(),
  departmentId: uuid('department_id'),
})

export const storageFile = pgTable('storage_file', {
  fileId: uuid('file_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  folderId: uuid('folder_id'),
  name: text('name').notNull(),
  askedName: text('asked_name').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  deletedAt: timestamp('deleted_at', { withTimezone: true, mode: 'date' }),
  removedWith: uuid('removed_with'),
  size: bigint('size', { mode: 'number' }).notNull(),
  version: integer('version').notNull().default(sql`1`),
  writtenBy: uuid('written_by'),
})

export const storageFileVersion = pgTable('storage_file_version', {
  versionId: uuid('version_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  fileId: uuid('file_id').notNull(),
  number: integer('number').notNull(),
  sha256: text('sha256').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  userId: uuid('user_id'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  replacedAt: timestamp('replaced_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const storageFolder = pgTable('storage_folder', {
  folderId: uuid('folder_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  parentId: uuid('parent_id'),
  name: text('name').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  deletedAt: timestamp('deleted_at', { withTimezone: true, mode: 'date' }),
  removedWith: uuid('removed_with'),
})

export const storageLease = pgTable('storage_lease', {
  leaseId: uuid('lease_id').notNull().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  sha256: text('sha256').notNull(),
  removes: boolean('removes').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
})

export const storageObject = pgTable('storage_object', {
  unitId: uuid('unit_id').notNull(),
  sha256: text('sha256').notNull(),
  md5: text('md5').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const storageShare = pgTable('storage_share', {
  shareId: uuid('share_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  fileId: uuid('file_id'),
  folderId: uuid('folder_id'),
  entryId: uuid('entry_id').notNull().generatedAlwaysAs(sql`COALESCE(file_id, folder_id)`),
  userId: uuid('user_id'),
  classId: uuid('class_id'),
  gradeId: uuid('grade_id'),
  departmentId: uuid('department_id'),
  roleId: uuid('role_id'),
  receiverId: uuid('receiver_id').notNull().generatedAlwaysAs(sql`COALESCE(user_id, class_id, grade_id, department_id, role_id)`),
  mayEdit: boolean('may_edit').notNull(),
  untilOn: date('until_on', { mode: 'string' }),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const storageUpload = pgTable('storage_upload', {
  uploadId: uuid('upload_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  md5: text('md5').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  chunks: integer('chunks').notNull(),
  chunkSize: integer('chunk_size').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  touchedAt: timestamp('touched_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  begunAs: text('begun_as'),
})

export const storageUploadChunk = pgTable('storage_upload_chunk', {
  uploadId: uuid('upload_id').notNull(),
  chunk: integer('chunk').notNull(),
  unitId: uuid('unit_id').notNull(),
})

export const storageUse = pgTable('storage_use', {
  unitId: uuid('unit_id').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

export const student = pgTable('student', {
  studentId: uuid('student_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id'),
  classId: uuid('class_id'),
  studentNumber: text('student_number').notNull(),
  realName: text('real_name').notNull(),
  englishName: text('english_name').notNull(),
  sex: smallint('sex'),
  namePinyin: text('name_pinyin'),
  birthday: date('birthday', { mode: 'string' }),
  leftOn: date('left_on', { mode: 'string' }),
  leftReason: text('left_reason', { enum: ['graduated', 'left'] }),
  nameLetters: text('name_letters').generatedAlwaysAs(sql`portal_fold_name(name_pinyin)`),
  nameInitials: text('name_initials').generatedAlwaysAs(sql`portal_fold_name(regexp_replace(name_pinyin, '(\\S)\\S*\\s*'::text, '\\1'::text, 'g'::text))`),
  searchText: text('search_text').generatedAlwaysAs(sql`((((((portal_search_lines(real_name) || chr(10)) || portal_search_lines(english_name)) || chr(10)) || COALESCE(portal_fold_name(name_pinyin), ''::text)) || chr(2)) || portal_fold(student_number))`),
})

export const subject = pgTable('subject', {
  subjectId: uuid('subject_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  code: text('code').notNull().default(sql`''::text`),
  position: integer('position').notNull().default(sql`0`),
})

export const term = pgTable('term', {
  termId: uuid('term_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  yearId: uuid('year_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  startsOn: date('starts_on', { mode: 'string' }).notNull(),
  endsOn: date('ends_on', { mode: 'string' }).notNull(),
})

export const themeChange = pgTable('theme_change', {
  changeId: uuid('change_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind', { enum: ['default', 'sync', 'undo'] }).notNull(),
  theme: text('theme'),
  themeColor: text('theme_color'),
  previousTheme: text('previous_theme'),
  previousThemeColor: text('previous_theme_color'),
  previousSyncedAt: timestamp('previous_synced_at', { withTimezone: true, mode: 'date' }),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
})

export const todayCard = pgTable('today_card', {
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  code: text('code').notNull(),
  title: text('title').notNull(),
  englishTitle: text('english_title').notNull().default(sql`''::text`),
  body: text('body').notNull().default(sql`''::text`),
  englishBody: text('english_body').notNull().default(sql`''::text`),
  place: text('place').notNull().default(sql`''::text`),
  endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
  savedAt: timestamp('saved_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const todo = pgTable('todo', {
  todoId: uuid('todo_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  module: text('module').notNull(),
  title: text('title').notNull(),
  url: text('url'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  closedAt: timestamp('closed_at', { withTimezone: true, mode: 'date' }),
  studentId: uuid('student_id'),
  dueOn: date('due_on', { mode: 'string' }),
  remindedAt: timestamp('reminded_at', { withTimezone: true, mode: 'date' }),
  publicationId: uuid('publication_id'),
  asks: text('asks', { enum: ['done', 'sign', 'reply'] }),
  form: text('form').notNull().default(sql`''::text`),
  answer: text('answer', { enum: ['done', 'agreed', 'declined', 'replied'] }),
  reply: text('reply').notNull().default(sql`''::text`),
})

export const unit = pgTable('unit', {
  unitId: uuid('unit_id').primaryKey().default(sql`portal_new_id()`),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  unitType: text('unit_type', { enum: ['0', '1', '2'] }).notNull(),
  status: smallint('status').notNull().default(sql`1`),
  themeColor: text('theme_color').notNull().default(sql`'#457CD6'::text`),
  footer: text('footer'),
  link: text('link'),
  decorationSet: jsonb('decoration_set').$type<unknown>(),
  schoolYear: text('school_year').notNull().default(sql`''::text`),
  term: text('term').notNull().default(sql`''::text`),
  principal: text('principal'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  signInWays: jsonb('sign_in_ways').$type<unknown>().notNull().default(sql`'{}'::jsonb`),
  passwordRule: text('password_rule', { enum: ['mixed', 'simple'] }).notNull().default(sql`'mixed'::text`),
  messageDot: boolean('message_dot').notNull().default(sql`false`),
  defaultTheme: text('default_theme'),
  defaultThemeColor: text('default_theme_color'),
  themeSyncedAt: timestamp('theme_synced_at', { withTimezone: true, mode: 'date' }),
  storageQuota: bigint('storage_quota', { mode: 'number' }),
  studentQuota: bigint('student_quota', { mode: 'number' }).default(sql`'10737418240'::bigint`),
  teacherQuota: bigint('teacher_quota', { mode: 'number' }).default(sql`'107374182400'::bigint`),
  parentQuota: bigint('parent_quota', { mode: 'number' }).default(sql`'5368709120'::bigint`),
  staffQuota: bigint('staff_quota', { mode: 'number' }).default(sql`'107374182400'::bigint`),
  licenceGraceDays: smallint('licence_grace_days').notNull().default(sql`30`),
  loginJumpPage: text('login_jump_page'),
  autoLogin: boolean('auto_login').notNull().default(sql`true`),
  languageList: jsonb('language_list').$type<unknown>(),
  ticketPath: text('ticket_path').default(sql`'/api/uaa/ticket/login'::text`),
  ticketName: text('ticket_name').notNull().default(sql`'ticket'::text`),
  desktopName: text('desktop_name'),
  desktopEnglishName: text('desktop_english_name'),
  networks: inet('networks').array().notNull().default(sql`'{}'::inet[]`),
  adminSecondFactor: boolean('admin_second_factor').notNull().default(sql`false`),
  adminNetworks: inet('admin_networks').array().notNull().default(sql`'{}'::inet[]`),
  suspendedAt: timestamp('suspended_at', { withTimezone: true, mode: 'date' }),
  deleteAfter: timestamp('delete_after', { withTimezone: true, mode: 'date' }),
  archivedAt: timestamp('archived_at', { withTimezone: true, mode: 'date' }),
  peopleLimit: integer('people_limit'),
  storageLimit: bigint('storage_limit', { mode: 'number' }),
  areaId: uuid('area_id'),
  languageFollowsBrowser: boolean('language_follows_browser').notNull().default(sql`false`),
  classQuota: bigint('class_quota', { mode: 'number' }).default(sql`'5368709120'::bigint`),
})

export const unitExport = pgTable('unit_export', {
  exportId: uuid('export_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  withFiles: boolean('with_files').notNull(),
  state: text('state', { enum: ['waiting', 'writing', 'done', 'failed', 'removed'] }).notNull().default(sql`'waiting'::text`),
  progress: smallint('progress').notNull().default(sql`0`),
  code: text('code'),
  size: bigint('size', { mode: 'number' }),
  sha256: text('sha256'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }),
  openedSession: uuid('opened_session'),
  openedUntil: timestamp('opened_until', { withTimezone: true, mode: 'date' }),
})

export const unitHost = pgTable('unit_host', {
  host: text('host').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  isMain: boolean('is_main').notNull().default(sql`false`),
})

export const unitLogo = pgTable('unit_logo', {
  unitId: uuid('unit_id').primaryKey(),
  mediaType: text('media_type').$type<string>().notNull(),
  content: bytes('content').notNull(),
  sha256: bytes('sha256').notNull().generatedAlwaysAs(sql`sha256(content)`),
})

export const unitMail = pgTable('unit_mail', {
  unitId: uuid('unit_id').primaryKey(),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  secure: text('secure', { enum: ['tls', 'starttls', 'none'] }).notNull(),
  userName: text('user_name'),
  passwordSealed: bytes('password_sealed'),
  fromAddress: text('from_address').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const unitRetention = pgTable('unit_retention', {
  unitId: uuid('unit_id').primaryKey(),
  messageMonths: smallint('message_months').notNull(),
  todoMonths: smallint('todo_months').notNull(),
  publicationMonths: smallint('publication_months').notNull(),
  rosterMonths: smallint('roster_months').notNull(),
  themeMonths: smallint('theme_months').notNull(),
})

export const userAccount = pgTable('user_account', {
  userId: uuid('user_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  loginName: text('login_name').notNull(),
  realName: text('real_name').notNull(),
  userType: smallint('user_type').$type<1 | 2 | 3 | 4>().notNull(),
  sex: smallint('sex'),
  avatar: text('avatar'),
  imagePath: text('image_path'),
  superman: boolean('superman').notNull().default(sql`false`),
  status: smallint('status').notNull().default(sql`1`),
  parentId: uuid('parent_id'),
  language: text('language', { enum: ['zh-CN', 'en'] }).notNull().default(sql`'zh-CN'::text`),
  theme: text('theme'),
  themeColor: text('theme_color'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  email: text('email'),
  themeChosenAt: timestamp('theme_chosen_at', { withTimezone: true, mode: 'date' }),
  namePinyin: text('name_pinyin'),
  englishName: text('english_name').notNull().default(sql`''::text`),
  nameLetters: text('name_letters').generatedAlwaysAs(sql`portal_fold_name(name_pinyin)`),
  nameInitials: text('name_initials').generatedAlwaysAs(sql`portal_fold_name(regexp_replace(name_pinyin, '(\\S)\\S*\\s*'::text, '\\1'::text, 'g'::text))`),
  searchText: text('search_text').generatedAlwaysAs(sql`((((((portal_search_lines(real_name) || chr(10)) || portal_search_lines(english_name)) || chr(10)) || COALESCE(portal_fold_name(name_pinyin), ''::text)) || chr(2)) || portal_fold(login_name))`),
  loginKey: text('login_key').generatedAlwaysAs(sql`NULLIF(portal_fold(login_name), ''::text)`),
  languageChosenAt: timestamp('language_chosen_at', { withTimezone: true, mode: 'date' }),
})

export const userClient = pgTable('user_client', {
  clientHash: bytes('client_hash').primaryKey(),
  unitId: uuid('unit_id').notNull(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }),
  revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }),
  userClientId: uuid('user_client_id').notNull().default(sql`portal_new_id()`),
  authenticatedAt: timestamp('authenticated_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
})

export const vocabulary = pgTable('vocabulary', {
  vocabularyId: uuid('vocabulary_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  language: text('language', { enum: ['zh-CN', 'en'] }).notNull(),
  phrase: text('phrase').notNull(),
  appCode: text('app_code'),
  url: text('url').notNull().default(sql`''::text`),
  userTypes: smallint('user_types').array().notNull().default(sql`'{}'::smallint[]`),
  permission: text('permission'),
})

export const voiceService = pgTable('voice_service', {
  unitId: uuid('unit_id').primaryKey(),
  region: text('region').notNull(),
  tokenUrl: text('token_url').notNull(),
  gatewayUrl: text('gateway_url').notNull(),
  keyId: text('key_id').notNull(),
  keySecret: bytes('key_secret').notNull(),
  appKey: text('app_key').notNull(),
  englishAppKey: text('english_app_key'),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
})

export const yearTurn = pgTable('year_turn', {
  turnId: uuid('turn_id').primaryKey().default(sql`portal_new_id()`),
  unitId: uuid('unit_id').notNull(),
  fromYearId: uuid('from_year_id').notNull(),
  toYearId: uuid('to_year_id').notNull(),
  userId: uuid('user_id'),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  counts: jsonb('counts').$type<unknown>().notNull(),
  undo: jsonb('undo').$type<unknown>().notNull(),
})
