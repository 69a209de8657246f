-- Most messages have no reactions: pages look for them only where there are some.
alter table messages add column has_reactions boolean not null default false;
