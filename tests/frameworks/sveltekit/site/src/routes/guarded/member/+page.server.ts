export const load = () => ({ member: true })
