/** The parts of what the unit sets of attendance, in their order. */
export const ATTENDANCE_PARTS = ['rules', 'calendar', 'stations', 'cards', 'general'] as const
