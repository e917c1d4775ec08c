// A domain's queries as the server tells them, and whether one has what it needs to be asked.

/** The queries by name: what each is for, and its arguments with their meanings. */
export function queryList(value) {
  return Object.entries(value?.queries ?? {}).map(([name, names]) => {
    const help = value.help?.[name];
    return { name, about: help?.about ?? '', arguments: help?.arguments ?? names.map(one => ({ name: one, about: '', required: false })) };
  });
}

/** The arguments of the address that belong to the query; what is empty is not said. */
export function argumentsOf(query, args) {
  return Object.fromEntries(query.arguments.map(one => [one.name, args[one.name]]).filter(([, value]) => value !== undefined && value !== null && String(value).trim() !== ''));
}

/** What is still needed. */
export function missing(query, args) {
  const given = argumentsOf(query, args);
  return query.arguments.filter(one => one.required && !(one.name in given)).map(one => one.name);
}
