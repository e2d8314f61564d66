import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment, newId, unitId, userId } from './columns.ts'

const providerId = () => uuid('provider_id').notNull()

/** Only the first two are shown on the login page. */
export const PROVIDER_KINDS = ['oidc', 'wechat_web', 'wechat_mp', 'wecom'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

export const signInProvider = pgTable('sign_in_provider', {
  providerId: uuid('provider_id').primaryKey().default(newId),
  unitId: unitId(),
  kind: text('kind', { enum: PROVIDER_KINDS }).notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  clientId: text('client_id').notNull(),
  secret: bytes('secret'),
  agentId: text('agent_id'),
  baseUrl: text('base_url').notNull(),
  apiUrl: text('api_url'),
  scopes: text('scopes').notNull(),
  /** As the discovery document named it when it was saved; '' unknown. Only to be shown. */
  issuer: text('issuer').notNull().default(''),
  /** Of an issuer for many tenants: those whose accounts are let in. */
  tenants: uuid('tenants').array().notNull().default([]),
  anyTenant: boolean('any_tenant').notNull().default(false),
  /** How the provider last took the secret; null until it has. */
  secretWay: text('secret_way', { enum: ['basic', 'body'] }),
  logo: text('logo').notNull().default(''),
  enabled: boolean('enabled').notNull().default(true),
  position: integer('position').notNull().default(0),
})

/** An account of a provider that signs a person in. */
export const externalIdentity = pgTable('external_identity', {
  identityId: uuid('identity_id').primaryKey().default(newId),
  unitId: unitId(),
  providerId: providerId(),
  userId: userId(),
  /** Of an issuer for many tenants after the tenant and a space: each counts its own. */
  subject: text('subject').notNull(),
  unionId: text('union_id'),
  displayName: text('display_name'),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
})

/** A sign-in at a provider that has not returned yet. */
export const socialAttempt = pgTable('social_attempt', {
  stateHash: bytes('state_hash').primaryKey(),
  unitId: unitId(),
  providerId: providerId(),
  browserHash: bytes('browser_hash').notNull(),
  secrets: bytes('secrets').notNull(),
  callback: text('callback').notNull(),
  returnTo: text('return_to'),
  expiresAt: moment('expires_at').notNull(),
})

/** A proved identity whose account is not chosen yet. */
export const pendingBinding = pgTable('pending_binding', {
  bindingHash: bytes('binding_hash').primaryKey(),
  unitId: unitId(),
  providerId: providerId(),
  browserHash: bytes('browser_hash').notNull(),
  subject: text('subject').notNull(),
  unionId: text('union_id'),
  displayName: text('display_name'),
  providerSid: text('provider_sid'),
  returnTo: text('return_to'),
  expiresAt: moment('expires_at').notNull(),
})

/** With which session at an OpenID provider a session of the portal was opened. */
export const externalSession = pgTable('external_session', {
  sessionId: uuid('session_id').primaryKey(),
  unitId: unitId(),
  providerId: providerId(),
  subject: text('subject').notNull(),
  providerSid: text('provider_sid'),
})

/** A logout token that was taken. */
export const logoutToken = pgTable('logout_token', {
  tokenHash: bytes('token_hash').primaryKey(),
  unitId: unitId(),
  expiresAt: moment('expires_at').notNull(),
})
