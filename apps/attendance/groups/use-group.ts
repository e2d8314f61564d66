import { useGroups, type Groups } from '../portal-context.ts'

export function useGroup(found: string | null): Groups['groups'][number] | undefined {
  const { groups } = useGroups()
  return found === null ? groups[0] : groups.find(({ group }) => group === found)
}
