import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, clockTime, moment, unitId, userId } from './columns.ts'

const clientId = () => text('client_id').notNull()

export const oauthClient = pgTable('oauth_client', {
  unitId: unitId(),
  clientId: clientId(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  /** Null for an application that cannot keep a secret. */
  secretHash: bytes('secret_hash'),
  /** Empty only for one that has scopes of its own. */
  redirectUris: text('redirect_uris').array().notNull(),
  /** Where a browser may go after the application signed its user out. */
  postLogoutRedirectUris: text('post_logout_redirect_uris').array().notNull().default([]),
  /** What it may do in its own name, without a person. */
  ownScopes: text('own_scopes').array().notNull().default([]),
  logo: text('logo'),
  pkceRequired: boolean('pkce_required').notNull().default(true),
  trusted: boolean('trusted').notNull().default(false),
  loginUrl: text('login_url'),
  mayIssueTickets: boolean('may_issue_tickets').notNull().default(false),
  /** For people with rights of the administration too. */
  adminTickets: boolean('admin_tickets').notNull().default(false),
  /** The administrator who allowed it, by whose rights it is done. */
  adminTicketsBy: uuid('admin_tickets_by'),
  backchannelLogoutUri: text('backchannel_logout_uri'),
  backchannelLogoutSessionRequired: boolean('backchannel_logout_session_required').notNull().default(false),
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  disabledAt: moment('disabled_at'),
})

/** A unit's signing key; exactly one is not retired. */
export const oauthKey = pgTable('oauth_key', {
  kid: text('kid').primaryKey(),
  unitId: unitId(),
  sealedJwk: bytes('sealed_jwk').notNull(),
  createdAt: moment('created_at').notNull().default(clockTime),
  retiredAt: moment('retired_at'),
})

export const oauthConsent = pgTable('oauth_consent', {
  unitId: unitId(),
  userId: userId(),
  clientId: clientId(),
  scopes: text('scopes').array().notNull(),
  agreedAt: moment('agreed_at').notNull().defaultNow(),
})

/** Grants, and the codes and tokens under them; see server/modules/oauth/issuer-adapter.ts. */
export const oauthArtifact = pgTable('oauth_artifact', {
  idHash: bytes('id_hash').primaryKey(),
  unitId: unitId(),
  /** Null for a token of a third party in its own name. */
  userId: uuid('user_id'),
  clientId: clientId(),
  model: text('model', {
    enum: ['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken', 'ClientCredentials'],
  }).notNull(),
  grantHash: bytes('grant_hash'),
  payload: jsonb('payload').$type<unknown>().notNull(),
  expiresAt: moment('expires_at').notNull(),
  consumedAt: moment('consumed_at'),
})

/** An application that was given a code in a session; once that has ended, a logout token to deliver. See server/modules/oauth/logout-delivery.ts. */
export const oauthSession = pgTable('oauth_session', {
  sessionId: uuid('session_id').notNull(),
  clientId: clientId(),
  unitId: unitId(),
  userId: userId(),
  issuer: text('issuer').notNull(),
  dueAt: moment('due_at'),
  attempts: integer('attempts').notNull().default(0),
})

/** A secret with which a third party signs a person in once; see server/modules/oauth/tickets.ts. */
export const loginTicket = pgTable('login_ticket', {
  secretHash: bytes('secret_hash').primaryKey(),
  unitId: unitId(),
  userId: userId(),
  clientId: clientId(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})
