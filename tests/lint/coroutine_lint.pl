#!/usr/bin/env perl
# Finds what g++ 12 miscompiles in coroutines (docs/style.md, "Coroutines"), and the few calls that this program never makes.
#
#   coroutine_lint.pl [--root DIR] [--as PATH] FILE-OR-DIRECTORY…
#
# Prints "file:line: [rule] why" for every finding; exits 1 if there was one, 2 if a file cannot be read as C++. Paths decide a few
# rules (tests/, src/async/clock.cpp); --as PATH judges a single file as if it stood at PATH.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use File::Find;
use CppTokens;

my %why = (
  'ternary-in-await' => "'?:' in a statement with co_await: g++ 12 frees twice. Use if, or name the value first",
  'capture-in-await' => 'a lambda with captures in a statement with co_await: g++ 12 frees twice. Name the lambda, then await',
  'braces-in-await' => 'braces in a statement with co_await: g++ 12 frees an aggregate twice. Name the value, then await',
  'statement-expression' => "'({ … })': g++ 12 crashes on it in coroutines. Use CO_TRY",
  'await-in-macro' => 'co_await inside a checking macro is run several times, or never. Await into a const local, then check it',
  'immediate-coroutine' => 'a coroutine lambda with captures called at once: the captures die with the lambda, before the frame does',
  'dangling-parameter' => 'a coroutine takes its parameters by value or by reference to what outlives it; never string_view, span or auto&&',
  'try-around-await' => 'try around co_await swallows STOP. Only settle(), with_scope() and main() may',
  'detached' => 'asio::detached drops failures silently and outlives its owner. Spawn into a Scope',
  'sleep' => 'sleeping blocks the loop and makes tests slow and flaky. Wait on a Clock',
  'clock' => 'time comes from Clock&, so that tests can turn it; only src/async/clock.cpp reads the real one',
  'swallowed-exception' => 'an empty catch swallows the error. Turn it into a Result where the library is adapted',
  'shell' => 'a shell interprets its argument. Start programs from an argument array',
  'unreadable' => 'not readable as C++',
);

# Types of the standard library whose braces call a constructor and build no array; the scalars are harmless as well.
my %constructed = map { $_ => 1 } qw(auto pair tuple optional variant expected unexpected function unique_ptr shared_ptr weak_ptr string_view error_code
  exception_ptr stop_token stop_source nanoseconds microseconds milliseconds seconds minutes hours bool char int unsigned long short float double
  size_t ssize_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t);

# Who may read the real clock, and why.
my %reads_real_time = (
  'src/async/clock.cpp' => 'it is the clock',
  'src/base/process.cpp' => 'its blocking wait holds up a thread, which no virtual time could end',
);

my ($root, $as, @paths) = ('.', undef);
while (@ARGV) {
  my $arg = shift @ARGV;
  if ($arg eq '--root') { $root = shift @ARGV }
  elsif ($arg eq '--as') { $as = shift @ARGV }
  else { push @paths, $arg }
}
die "usage: coroutine_lint.pl [--root DIR] [--as PATH] FILE-OR-DIRECTORY…\n" unless @paths;
chdir $root or die "coroutine_lint.pl: $root: $!\n";

my @files;
find({no_chdir => 1, wanted => sub { push @files, $_ if -f $_ && /\.(?:cpp|hpp|c|h)$/ && !m{(?:^|/)tests/lint/} || $_ eq $File::Find::topdir && -f $_ }}, @paths);
@files = sort @files or die "coroutine_lint.pl: no sources in @paths\n";

my %sources;
my ($findings, $unreadable) = (0, 0);
for my $file (@files) {
  open my $in, '<:raw', $file or die "coroutine_lint.pl: $file: $!\n";
  local $/;
  $sources{$file} = CppTokens::tokenise(scalar <$in>);
}
collect_constructed_types($_->{tokens}) for grep { !$_->{problem} } values %sources;
for my $file (@files) {
  my $source = $sources{$file};
  if (my $problem = $source->{problem}) {
    report($file, $problem->{line}, 'unreadable', $problem->{why});
    $unreadable = 1;
    next;
  }
  check($file, $as // $file, $source);
}
printf "coroutine lint: %d files, %d findings\n", scalar @files, $findings;
exit($unreadable ? 2 : $findings ? 1 : 0);

sub report {
  my ($file, $line, $rule, $detail) = @_;
  print "$file:$line: [$rule] $why{$rule}", defined $detail ? ": $detail" : '', "\n";
  $findings++;
}

# A class that declares a constructor is no aggregate, so its braces are safe; a name that is also an aggregate somewhere is not.
sub collect_constructed_types {
  my ($tokens) = @_;
  our %aggregate;
  for my $i (0 .. $#$tokens - 2) {
    next unless $tokens->[$i]{text} =~ /^(?:struct|class)$/ && $tokens->[$i + 1]{kind} eq 'word';
    next if $i > 0 && $tokens->[$i - 1]{text} =~ /^(?:enum|<|,)$/;
    my $name = $tokens->[$i + 1]{text};
    my $open = $i + 2;
    $open++ while $open <= $#$tokens && $tokens->[$open]{text} !~ /^[;{(]$/;
    next unless $open <= $#$tokens && $tokens->[$open]{text} eq '{' && ($tokens->[$open]{brace} // '') eq 'block';
    if (declares_constructor($tokens, $open, $name)) { $constructed{$name} = 1 unless $aggregate{$name} }
    else { $aggregate{$name} = 1; delete $constructed{$name} }
  }
}

sub declares_constructor {
  my ($tokens, $open, $name) = @_;
  for (my $i = $open + 1; $i < $tokens->[$open]{mate}; $i++) {
    return 1 if $tokens->[$i]{text} eq $name && $tokens->[$i + 1]{text} eq '(' && $tokens->[$i - 1]{text} =~ /^(?:[;{}:>)]|explicit|constexpr|inline|\])$/;
    $i = $tokens->[$i]{mate} if $tokens->[$i]{text} =~ /^[({\[]$/;
  }
  return 0;
}

sub check {
  my ($file, $path, $source) = @_;
  my $tokens = $source->{tokens};
  my $is_test = $path =~ m{^(?:\./)?tests/};
  for my $statement (statements($tokens)) { check_statement($file, $tokens, $statement) }
  check_lambdas($file, $tokens);
  check_parameters($file, $tokens);
  check_tries($file, $tokens) unless $is_test || $path =~ m{^(?:\./)?src/(?:async/|app/main\.cpp$)};
  check_bans($file, $path, $tokens, $is_test);
  for my $define (@{$source->{defines}}) {
    my $body = $define->{body} =~ s/^#\s*define\s+\w+(?:\([^)]*\))?//r;
    report($file, $define->{line}, 'statement-expression') if $body =~ /(?:^|[^\w>)\s])\s*\(\s*\{.*\}\s*\)/s;
  }
}

# Every statement of every block, as a list of token indices. A lambda's body is not part of the statement around it: it has
# statements of its own. A header (if, while, for, switch) is a statement, and in it each part between semicolons.
sub statements {
  my ($tokens) = @_;
  my @found;
  my @ranges = ([-1, scalar @$tokens]);
  while (my $range = shift @ranges) {
    my @current;
    my $finish = sub { push @found, [@current] if @current; @current = () };
    my @headers;    # ends of the control headers that are open
    for (my $i = $range->[0] + 1; $i < $range->[1]; $i++) {
      my $token = $tokens->[$i];
      if (@headers && $i == $headers[-1]) { pop @headers; $finish->(); next }
      if ($token->{text} eq ';') { $finish->(); next }
      if ($token->{text} eq '(' && is_header($tokens, $i)) { push @headers, $token->{mate}; next }
      if ($token->{text} eq '{' && $token->{brace} ne 'init') {
        push @ranges, [$i, $token->{mate}];
        $finish->() if $token->{brace} eq 'block';
        push @current, $i if $token->{brace} ne 'block';
        $i = $token->{mate};
        next;
      }
      push @current, $i;
    }
    $finish->();
  }
  return @found;
}

sub is_header {
  my ($tokens, $i) = @_;
  $i-- if $i > 1 && $tokens->[$i - 1]{text} eq 'constexpr';
  return $i > 0 && $tokens->[$i - 1]{text} =~ /^(?:if|while|for|switch)$/;
}

sub check_statement {
  my ($file, $tokens, $statement) = @_;
  my $awaits = grep { $tokens->[$_]{text} eq 'co_await' } @$statement;
  for my $i (@$statement) {
    my $token = $tokens->[$i];
    report($file, $token->{line}, 'statement-expression') if ($token->{brace} // '') eq 'statement_expression';
    next unless $awaits;
    report($file, $token->{line}, 'ternary-in-await') if $token->{text} eq '?';
    report($file, $token->{line}, 'capture-in-await') if $token->{lambda} && $token->{mate} > $i + 1;
    report($file, $token->{line}, 'braces-in-await') if ($token->{brace} // '') eq 'init' && !is_constructed($tokens, $i);
    report($file, $token->{line}, 'await-in-macro') if $token->{text} eq '(' && calls_macro($tokens, $i) && contains_await($tokens, $i, $statement);
  }
}

sub calls_macro {
  my ($tokens, $i) = @_;
  return $i > 0 && $tokens->[$i - 1]{text} =~ /^(?:(?:REQUIRE|CHECK|INFO|UNSCOPED_INFO|CAPTURE|WARN|FAIL|RC_ASSERT|RC_PRE)\w*|assert)$/;
}

sub contains_await {
  my ($tokens, $open, $statement) = @_;
  return scalar grep { $_ > $open && $_ < $tokens->[$open]{mate} && $tokens->[$_]{text} eq 'co_await' } @$statement;
}

# Whether the braces at $i call a constructor: 'Type{…}', 'Type<…>{…}' and 'Type name{…}' of a type known to have one.
sub is_constructed {
  my ($tokens, $i) = @_;
  my $j = $i - 1;
  return 0 if $j < 0;
  if ($tokens->[$j]{kind} eq 'word' && $j > 0) {
    my $before = $tokens->[$j - 1];
    my $declares = $before->{kind} eq 'word' && $before->{text} !~ /^(?:return|co_return|co_await|co_yield|throw|new|case|else|const|constexpr|static)$/;
    $j-- if $declares || $before->{text} eq '>' && defined CppTokens::before_angles($tokens, $j - 1);
  }
  if ($tokens->[$j]{text} eq '>') {
    my $open = CppTokens::before_angles($tokens, $j);
    return 0 unless defined $open;
    $j = $open - 1;
  }
  return $j >= 0 && $tokens->[$j]{kind} eq 'word' && $constructed{$tokens->[$j]{text}};
}

sub check_lambdas {
  my ($file, $tokens) = @_;
  for my $i (0 .. $#$tokens) {
    my $token = $tokens->[$i];
    next unless $token->{lambda} && $token->{mate} > $i + 1;
    my $end = $tokens->[$token->{body}]{mate};
    next unless $end < $#$tokens && $tokens->[$end + 1]{text} eq '(';
    report($file, $token->{line}, 'immediate-coroutine') if is_coroutine_body($tokens, $token->{body});
  }
}

sub is_coroutine_body {
  my ($tokens, $open) = @_;
  for (my $i = $open + 1; $i < $tokens->[$open]{mate}; $i++) {
    return 1 if $tokens->[$i]{text} =~ /^co_(?:await|return|yield)$/;
    $i = $tokens->[$i]{mate} if ($tokens->[$i]{brace} // '') eq 'lambda';
  }
  return 0;
}

# Task<…> name(parameters) and (parameters) -> Task<…>.
sub check_parameters {
  my ($file, $tokens) = @_;
  for my $i (0 .. $#$tokens - 1) {
    next unless $tokens->[$i]{text} eq 'Task' && $tokens->[$i + 1]{text} eq '<';
    my $after = CppTokens::after_angles($tokens, $i + 1);
    next unless defined $after;
    my $start = $i;
    $start -= 2 while $start > 1 && $tokens->[$start - 1]{text} eq '::';
    my $parameters;
    if ($start > 1 && $tokens->[$start - 1]{text} eq '->') {
      my $close = $start - 2;
      $close-- while $close > 0 && $tokens->[$close]{text} =~ /^(?:mutable|const|noexcept)$/;
      $parameters = $tokens->[$close]{mate} if $tokens->[$close]{text} eq ')';
    } elsif ($after <= $#$tokens && $tokens->[$after]{kind} eq 'word') {
      $after += 2 while $after + 2 <= $#$tokens && $tokens->[$after + 1]{text} eq '::';
      $parameters = $after + 1 if $after + 1 <= $#$tokens && $tokens->[$after + 1]{text} eq '(';
    }
    check_parameter_list($file, $tokens, $parameters) if defined $parameters;
  }
}

sub check_parameter_list {
  my ($file, $tokens, $open) = @_;
  my $depth = 0;    # inside <…>: what a std::function takes is no parameter of ours
  for (my $i = $open + 1; $i < $tokens->[$open]{mate}; $i++) {
    my $text = $tokens->[$i]{text};
    $depth++ if $text eq '<';
    $depth-- if $text eq '>';
    if ($text =~ /^[(\[{]$/) { $i = $tokens->[$i]{mate}; next }
    next if $depth > 0;
    my $forwards = $text eq 'auto' && $tokens->[$i + 1]{text} eq '&&';
    my $views = $text eq 'string_view' || $text eq 'span' && $tokens->[$i + 1]{text} eq '<';
    report($file, $tokens->[$i]{line}, 'dangling-parameter') if $forwards || $views;
  }
}

sub check_tries {
  my ($file, $tokens) = @_;
  for my $i (0 .. $#$tokens - 1) {
    next unless $tokens->[$i]{text} eq 'try' && $tokens->[$i + 1]{text} eq '{';
    my $open = $i + 1;
    for (my $j = $open + 1; $j < $tokens->[$open]{mate}; $j++) {
      if (($tokens->[$j]{brace} // '') eq 'lambda') { $j = $tokens->[$j]{mate}; next }
      next unless $tokens->[$j]{text} eq 'co_await';
      report($file, $tokens->[$i]{line}, 'try-around-await');
      last;
    }
  }
}

sub check_bans {
  my ($file, $path, $tokens, $is_test) = @_;
  my $is_clock = exists $reads_real_time{$path =~ s{^\./}{}r};
  for my $i (0 .. $#$tokens) {
    my $token = $tokens->[$i];
    next unless $token->{kind} eq 'word';
    my $text = $token->{text};
    my $before = $i > 0 ? $tokens->[$i - 1] : {text => ';', kind => 'punctuation'};
    my $owner = $before->{text} eq '::' && $i > 1 ? $tokens->[$i - 2]{text} : '';
    my $called = $i < $#$tokens && $tokens->[$i + 1]{text} eq '(';
    my $ours = $before->{text} =~ /^(?:\.|->)$/ || $owner =~ /^\w/ && $owner !~ /^(?:std|this_thread|return|co_return)$/
      || $before->{kind} eq 'word' && $before->{text} !~ /^(?:return|co_return|else|do|and|or|not)$/;    # a member, or a declaration
    if ($text eq 'detached' && $owner eq 'asio' && !$is_test) { report($file, $token->{line}, 'detached') }
    if ($owner eq 'this_thread' && $text =~ /^sleep_/) { report($file, $token->{line}, 'sleep') }
    if ($called && !$ours && $text =~ /^(?:usleep|nanosleep|clock_nanosleep|sleep)$/) { report($file, $token->{line}, 'sleep') }
    if ($called && !$ours && $text =~ /^(?:system|popen)$/) { report($file, $token->{line}, 'shell') }
    if ($text eq 'now' && $called && !$is_clock && $owner =~ /^(?:steady_clock|high_resolution_clock)$/) { report($file, $token->{line}, 'clock') }
    if ($text eq 'catch' && $called) {
      my $open = $tokens->[$i + 1]{mate} + 1;
      report($file, $token->{line}, 'swallowed-exception') if $open <= $#$tokens && $tokens->[$open]{text} eq '{' && $tokens->[$open]{mate} == $open + 1;
    }
  }
}
