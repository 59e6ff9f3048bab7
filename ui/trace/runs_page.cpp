// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/runs_page.h"

#include "ui/document/core_text.h"
#include "ui/trace/run_change_rows.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/segmented_choice.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kRunsPageMargin = 12;
constexpr int kRunsPageStepWidth = 96;

FigureContent contentOf(RunsPage::List list, const RunChange* change)
{
    switch (list) {
    case RunsPage::Ranks:
        return changedRanks(change);
    case RunsPage::Kinds:
        return changedKinds(change);
    case RunsPage::Actions:
        break;
    }
    return changedActions(change);
}

} // namespace

RunsPage::RunsPage(QWidget* parent)
    : QWidget(parent)
    , m_sentence(new QLabel(this))
    , m_names(new QLabel(this))
    , m_steps(new QComboBox(this))
    , m_choice(new SegmentedChoice(this))
    , m_filters(new QStackedWidget(this))
    , m_pages(new QStackedWidget(this))
{
    m_sentence->setObjectName(QStringLiteral("runs-sentence"));
    m_sentence->setProperty("heading", true);
    m_names->setObjectName(QStringLiteral("runs-names"));
    m_names->setProperty("quiet", true);
    for (QLabel* label : {m_sentence, m_names}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    }
    m_steps->setObjectName(QStringLiteral("runs-step"));
    m_steps->setAccessibleName(tr("Step of run B"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_steps->setMinimumWidth(kRunsPageStepWidth);
    connect(m_steps, &QComboBox::activated, this, [this](int row) {
        if (m_second && m_second->session())
            m_second->session()->chooseStep(m_steps->itemData(row).toULongLong());
    });
    m_choice->setChoices({tr("Ranks"), tr("Kinds"), tr("Actions")});
    m_choice->setAccessibleName(tr("What gained and lost"));
    connect(m_choice, &SegmentedChoice::chosen, this, [this](int list) { setList(static_cast<List>(list)); });
    const std::array<std::pair<const char*, QString>, kListCount> lists{{
        {"runs-ranks", tr("What each rank gained")},
        {"runs-kinds", tr("What each kind gained")},
        {"runs-actions", tr("Actions that changed most")},
    }};
    for (std::size_t i = 0; i < kListCount; ++i) {
        m_tables[i] = new FigureTable(QLatin1String(lists[i].first), lists[i].second,
                                      contentOf(static_cast<List>(i), nullptr), this);
        connect(m_tables[i], &FigureTable::targetAsked, this, &RunsPage::targetAsked);
        connect(m_tables[i], &FigureTable::copied, this, &RunsPage::copied);
        m_filters->addWidget(m_tables[i]->filter());
        m_pages->addWidget(m_tables[i]);
    }
    auto* close = makeLink(tr("Close run B"), tr("No longer compare with run B"), this);
    close->setObjectName(QStringLiteral("runs-close"));
    connect(close, &QPushButton::clicked, this, &RunsPage::closeAsked);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_sentence);
    words->addWidget(m_names);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(kRunsPageMargin, 0, kRunsPageMargin, 0);
    top->setSpacing(8);
    top->addLayout(words, 1);
    top->addWidget(m_steps, 0, Qt::AlignTop);
    top->addWidget(close, 0, Qt::AlignTop);
    m_filters->setFixedHeight(m_filters->sizeHint().height());
    auto* second = new QHBoxLayout;
    second->setContentsMargins(kRunsPageMargin, 0, kRunsPageMargin, 0);
    second->addWidget(m_choice);
    second->addWidget(m_filters, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addLayout(second);
    layout->addWidget(m_pages, 1);
    setList(Ranks);
}

void RunsPage::follow(SecondRun& second)
{
    m_second = &second;
    for (const auto change : {&SecondRun::opened, &SecondRun::closed, &SecondRun::changeTaken})
        connect(&second, change, this, &RunsPage::show);
    show();
}

RunsPage::List RunsPage::list() const
{
    return static_cast<List>(m_pages->currentIndex());
}

void RunsPage::setList(List list)
{
    m_choice->setCurrent(list);
    m_filters->setCurrentIndex(list);
    m_pages->setCurrentIndex(list);
    showList();
}

QString RunsPage::sentence() const
{
    return m_sentence->text();
}

void RunsPage::show()
{
    m_isFilled = {};
    const RunChangePtr change = m_second ? m_second->change() : nullptr;
    QStringList told;
    for (const Sentence& sentence : change ? runChangeSentences(*change) : std::vector<Sentence>())
        told << coreSentence(sentence);
    m_sentence->setText(!told.isEmpty()                       ? told.join(QStringLiteral(" · "))
                        : m_second && m_second->isComputing() ? tr("Comparing the runs…")
                                                              : tr("These runs cannot be compared."));
    showSteps();
    showList();
}

void RunsPage::showSteps()
{
    const QSignalBlocker blocker(m_steps);
    m_steps->clear();
    const TraceAnalysisPtr analysis = m_second ? m_second->analysis() : nullptr;
    if (!analysis) {
        m_names->clear();
        return;
    }
    for (const std::uint64_t step : analysis->run.steps)
        m_steps->addItem(tr("B: step %1").arg(step), QVariant::fromValue<qulonglong>(step));
    m_steps->setCurrentIndex(m_steps->findData(QVariant::fromValue<qulonglong>(analysis->run.step)));
    m_steps->setVisible(m_steps->count() > 1);
    m_names->setText(tr("A: %1 · B: %2", "runs").arg(m_second->firstTitle(), m_second->title()));
}

void RunsPage::showList()
{
    if (m_isFilled[list()])
        return;
    m_isFilled[list()] = true;
    const RunChangePtr change = m_second ? m_second->change() : nullptr;
    m_tables[list()]->setContent(contentOf(list(), change.get()));
}

} // namespace bubblescope::ui
