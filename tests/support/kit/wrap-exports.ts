import ts from 'typescript'

/** How many results of results, and members of them, are exported. */
const DEPTH = 2

/** The members of a provider are its options, and stay inside it. */
const DEPTH_OF_PROVIDERS = 0

/**
 * Returns code that exports, without annotations, what the functions and classes of a module take
 * and return, and what the members of their results return.
 *
 * @param file the declarations of the module, which `program` contains
 */
export function wrapExports(program: ts.Program, specifier: string, file: string): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const depth = specifier.includes('/providers/') ? DEPTH_OF_PROVIDERS : DEPTH
  const lines = (module ? checker.getExportsOfModule(module) : []).flatMap((exported, index) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (!(symbol.flags & ts.SymbolFlags.Value)) return []
    const name = `value${index}`
    const type = checker.getTypeOfSymbol(symbol)
    return [
      `import { ${exported.name} as ${name} } from '${specifier}'`,
      ...wrapParameters(type, name),
      ...wrapCall(checker, type, { expression: name, name: exported.name, depth }),
      ...wrapLastOverload(checker, type, name),
    ]
  })
  return `${lines.join('\n')}\nexport {}\n`
}

function wrapParameters(type: ts.Type, name: string): string[] {
  const [utility, signatures] =
    type.getCallSignatures().length > 0
      ? ['Parameters', type.getCallSignatures()]
      : ['ConstructorParameters', type.getConstructSignatures()]
  return (signatures.at(-1)?.parameters ?? []).map(
    (_, position) =>
      `export const ${name}_parameter${position} = (...all: ${utility}<typeof ${name}>) => all[${position}]`,
  )
}

interface Wrapped {
  /** Code whose value has the type. */
  readonly expression: string
  /** Name of the export. */
  readonly name: string
  readonly depth: number
}

/** Calls the first overload, which accepts `never` for each parameter. */
function wrapCall(checker: ts.TypeChecker, type: ts.Type, { expression, name, depth }: Wrapped): string[] {
  const [signature] = [...type.getCallSignatures(), ...type.getConstructSignatures()]
  if (signature === undefined) return []
  const before = type.getCallSignatures().length > 0 ? '' : 'new '
  const args = signature.parameters.filter((parameter) => !isRest(parameter)).map(() => 'null! as never')
  const result = `(await ${before}${expression}(${args.join(', ')}))`
  return [
    `export const ${name}_result = async () => ${result}`,
    ...wrapMembers(checker, signature.getReturnType(), { expression: result, name, depth }),
  ]
}

/** TypeScript takes the result of a function with overloads from the last one. */
function wrapLastOverload(checker: ts.TypeChecker, type: ts.Type, name: string): string[] {
  const [first, last] = [type.getCallSignatures().at(0), type.getCallSignatures().at(-1)]
  if (last === undefined || last === first) return []
  const expression = `(await (null! as ReturnType<typeof ${name}>))`
  return [
    `export const ${name}_last = async () => ${expression}`,
    ...wrapMembers(checker, last.getReturnType(), { expression, name: `${name}_last`, depth: 1 }),
  ]
}

function wrapMembers(checker: ts.TypeChecker, type: ts.Type, { expression, name, depth }: Wrapped): string[] {
  const awaited = checker.getNonNullableType(checker.getAwaitedType(type) ?? type)
  if (depth === 0) return []
  return checker.getPropertiesOfType(awaited).flatMap((property) => {
    if (!isPublicMember(property)) return []
    const member = { expression: `${expression}!.${property.name}!`, name: `${name}_${property.name}` }
    const memberType = checker.getNonNullableType(checker.getTypeOfSymbol(property))
    return [
      `export const ${member.name} = async () => ${member.expression}`,
      ...wrapCall(checker, memberType, { ...member, depth: depth - 1 }),
    ]
  })
}

function isRest({ valueDeclaration }: ts.Symbol): boolean {
  return (
    valueDeclaration !== undefined && ts.isParameter(valueDeclaration) && !!valueDeclaration.dotDotDotToken
  )
}

/** Returns whether a member belongs to a type of the package, and is not an index or a symbol. */
function isPublicMember({ valueDeclaration, name }: ts.Symbol): boolean {
  if (valueDeclaration === undefined || !/^[a-z]\w*$/i.test(name)) return false
  return valueDeclaration.getSourceFile().fileName.includes('/latchkey/dist/')
}
