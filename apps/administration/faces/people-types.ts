export interface Person {
  readonly userId: string
  readonly realName: string
  readonly englishName: string
}
