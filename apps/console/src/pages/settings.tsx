import { api, dataOf } from '../api/client';
import { useLoad } from '../api/load';
import type { Setting } from '../api/types';
import { t } from '../texts/texts';
import { choicesOf } from '../ui/form';
import { type Column, ListPage, SearchField, SelectFilter, useQuery, withAll } from '../ui/list';

type Origin = 'given' | 'made' | 'default';

const ORIGINS: Record<Origin, string> = {
  given: t.settings.given,
  made: t.settings.made,
  default: t.settings.byDefault,
};

/** What the service has made itself differs from the default, such as the secret of the first start. */
function originOf({ given, secret, set, value, default: byDefault }: Setting): Origin {
  if (given) return 'given';
  return (secret && set) || value !== byDefault ? 'made' : 'default';
}

const dimmed = (text: string) => <span className="dimmed">{text}</span>;

const COLUMNS: Column<Setting>[] = [
  { label: t.settings.name, show: ({ name }) => <code>{name}</code> },
  {
    label: t.settings.value,
    show: ({ value, set, weak }) => (
      <>
        {value ?? dimmed(set ? t.settings.hidden : t.settings.notSet)} {weak && dimmed(`(${t.settings.weak})`)}
      </>
    ),
  },
  { label: t.settings.default, show: ({ default: byDefault }) => byDefault ?? dimmed(t.states.none) },
  { label: t.settings.from, show: (setting) => ORIGINS[originOf(setting)] },
];

export function SettingsPage() {
  const query = useQuery();
  const load = useLoad(() => dataOf(api.GET('/api/admin/settings')), []);
  const search = (query.get('search') ?? '').toUpperCase();
  const origin = query.get('from');
  const matches = (setting: Setting) =>
    setting.name.includes(search) && (origin === undefined || originOf(setting) === origin);
  return (
    <ListPage
      title={t.navigation.settings}
      hint={t.settings.hint}
      load={load}
      rows={({ settings }) => settings.filter(matches)}
      columns={COLUMNS}
      id={({ name }) => name}
      empty={t.settings.none}
    >
      <search className="filters">
        <SearchField label={t.settings.search} placeholder={t.settings.searchHint} />
        <SelectFilter name="from" label={t.settings.from} data={withAll(choicesOf(ORIGINS))} />
      </search>
    </ListPage>
  );
}
